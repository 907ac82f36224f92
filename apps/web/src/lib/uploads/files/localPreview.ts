/** The longest side of a thumbnail in pixels ('at most 500 px wide'). */
const thumbnailWidth = 500
/** Where in a video the automatic thumbnail is taken, as a fraction of its length. */
const posterPosition = 0.1
/** Larger sound files would take seconds and hundreds of megabytes to decode. */
const maxDecodedBytes = 20_000_000
const peakCount = 200
const peakRate = 8_000

/** Returns a small JPEG of a picture, or null where this browser cannot decode it. */
async function makeThumbnail(picture: Blob): Promise<Blob | null> {
  try {
    const full = await createImageBitmap(picture, { imageOrientation: 'from-image' })
    const small = drawSmall(full, full.width, full.height)
    full.close()
    return await small
  } catch {
    return null
  }
}

/**
 * Draws the picture that a video shows, once it has the one of its position.
 * @returns null where it has none
 * @throws a DOMException where the browser gives no picture, because the video comes from another origin
 */
export async function captureFrame(video: HTMLVideoElement): Promise<Blob | null> {
  if (video.videoWidth === 0) return null
  if (video.seeking) await untilEvent(video, 'seeked')
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await untilEvent(video, 'canplay')
  return drawSmall(video, video.videoWidth, video.videoHeight)
}

function drawSmall(source: CanvasImageSource, width: number, height: number): Promise<Blob> {
  const scale = Math.min(1, thumbnailWidth / width)
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  )
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
}

/**
 * Opens a video, to seek in it and draw its pictures. The caller calls `close`.
 * @param file its bytes, or its address
 */
export async function openVideo(
  file: Blob | string,
): Promise<{ video: HTMLVideoElement; close: () => void }> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  video.src = typeof file === 'string' ? file : URL.createObjectURL(file)
  const close = () => {
    if (typeof file !== 'string') URL.revokeObjectURL(video.src)
    video.removeAttribute('src')
    video.load()
  }
  try {
    await untilEvent(video, 'loadeddata')
  } catch (error) {
    close()
    throw error
  }
  return { video, close }
}

/** Moves a video to a time in seconds and waits until it shows that picture. */
export async function seekTo(video: HTMLVideoElement, seconds: number): Promise<void> {
  if (Math.abs(video.currentTime - seconds) < 0.001) return
  const done = untilEvent(video, 'seeked')
  video.currentTime = seconds
  await done
}

function untilEvent(video: HTMLVideoElement, name: 'loadeddata' | 'seeked' | 'canplay'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(new Error('The video takes too long.')), 20_000)
    const onEvent = () => settle()
    const onError = () => settle(new Error('This browser cannot play the video.'))
    const settle = (error?: Error) => {
      clearTimeout(timer)
      video.removeEventListener(name, onEvent)
      video.removeEventListener('error', onError)
      if (error) reject(error)
      else resolve()
    }
    video.addEventListener(name, onEvent)
    video.addEventListener('error', onError)
  })
}

/** Returns a picture from a video at a tenth of its length, or null where this browser cannot play it. */
export async function makePoster(file: Blob): Promise<Blob | null> {
  try {
    const { video, close } = await openVideo(file)
    try {
      if (Number.isFinite(video.duration)) await seekTo(video, video.duration * posterPosition)
      return await captureFrame(video)
    } finally {
      close()
    }
  } catch {
    return null
  }
}

/** What a browser makes of a file: a small picture of a picture or video, or the waveform of a sound. */
interface Preview {
  picture: Blob | null
  peaks?: number[] | undefined
}

/** Makes the preview of a file of a category. */
export async function makePreview(file: Blob, category: number): Promise<Preview> {
  if (category === 5) return { picture: null, peaks: await readPeaks(file) }
  if (category === 1) return { picture: await makeThumbnail(file) }
  return { picture: category === 2 ? await makePoster(file) : null }
}

/** Returns the heights of a waveform from 0 to 255, or undefined where this browser does not decode the sound. */
async function readPeaks(file: Blob): Promise<number[] | undefined> {
  if (file.size > maxDecodedBytes) return undefined
  try {
    const context = new OfflineAudioContext(1, 1, peakRate)
    const sound = await context.decodeAudioData(await file.arrayBuffer())
    return toPeaks(sound.getChannelData(0))
  } catch {
    return undefined
  }
}

/** Returns the largest amplitude of each of 200 equal parts, the loudest as 255. */
export function toPeaks(samples: Float32Array): number[] {
  const count = Math.min(peakCount, samples.length)
  const heights = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * samples.length) / count)
    const to = Math.floor(((index + 1) * samples.length) / count)
    let highest = 0
    for (let at = from; at < to; at++) highest = Math.max(highest, Math.abs(samples[at] ?? 0))
    return highest
  })
  const loudest = Math.max(...heights, Number.MIN_VALUE)
  return heights.map(height => Math.round((height / loudest) * 255))
}
