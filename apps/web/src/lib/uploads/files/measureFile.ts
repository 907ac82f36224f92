import { openVideo } from './localPreview.ts'

/** What this browser finds out about a file; null for what is unknown. */
export interface Measures {
  /** In pixels, as displayed. */
  width: number | null
  height: number | null
  /** In milliseconds. */
  duration: number | null
}

const unknown: Measures = { width: null, height: null, duration: null }

/** How long the length of a sound is waited for, in milliseconds. */
const soundMs = 10_000

/** Measures a picture, a video or a sound in this browser, for files that the server cannot read. */
export async function measureFile(file: Blob, category: number): Promise<Measures> {
  try {
    if (category === 1) return await measurePicture(file)
    if (category === 2) return await measureVideo(file)
    return category === 5 ? { ...unknown, duration: await measureSound(file) } : unknown
  } catch {
    return unknown
  }
}

async function measurePicture(file: Blob): Promise<Measures> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = picture
  picture.close()
  return { ...unknown, width, height }
}

async function measureVideo(file: Blob): Promise<Measures> {
  const { video, close } = await openVideo(file)
  const { videoWidth, videoHeight, duration } = video
  close()
  return { width: videoWidth || null, height: videoHeight || null, duration: toMilliseconds(duration) }
}

function measureSound(file: Blob): Promise<number | null> {
  return new Promise(resolve => {
    const sound = new Audio()
    const address = URL.createObjectURL(file)
    function settle() {
      clearTimeout(timer)
      resolve(toMilliseconds(sound.duration))
      URL.revokeObjectURL(address)
    }
    // A busy browser may put the loading of media off.
    const timer = setTimeout(settle, soundMs)
    sound.addEventListener('loadedmetadata', settle)
    sound.addEventListener('error', settle)
    sound.preload = 'metadata'
    sound.src = address
  })
}

const toMilliseconds = (seconds: number): number | null =>
  Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : null
