import { CustomSource, Input, type MetadataTags, MP3, MP4, OGG, WAVE, WEBM } from 'mediabunny'
import type { Found, MediaFile } from '../mediaTasks.ts'
import { TaskError } from './taskError.ts'

/** Larger covers are no covers, in bytes. */
const maxCoverBytes = 10_000_000

/**
 * Reads the metadata of an uploaded video or audio file without decoding it.
 * @param report receives what is found; nothing about a format that the demuxer does not support
 * @throws TaskError unreadable
 */
export async function readRecording(file: MediaFile, report: (found: Found) => void): Promise<void> {
  const source = new CustomSource({
    getSize: () => file.size,
    read: (start, end) => file.read(start, end - start),
    prefetchProfile: 'fileSystem',
    // The read that waits for it fails too.
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ source, formats: [MP4, WEBM, MP3, OGG, WAVE] })
  if (!(await input.canRead())) return
  const video = await input.getPrimaryVideoTrack()
  if (!video && !(await input.getPrimaryAudioTrack())) throw new TaskError('unreadable')
  report({ playType: await input.getMimeType() })
  if (video) report({ width: await video.getDisplayWidth(), height: await video.getDisplayHeight() })
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  report({ duration: Math.round(seconds * 1000) })
  const tags = await input.getMetadataTags()
  report({
    ...(tags.title !== undefined && { title: tags.title }),
    ...(tags.artist !== undefined && { artist: tags.artist }),
  })
  const cover = findCover(tags)
  if (cover) await reportCover(cover, report)
}

function findCover({ images = [] }: MetadataTags): Uint8Array | null {
  const image = images.find(({ kind }) => kind === 'coverFront') ?? images[0]
  return image && image.data.length > 0 && image.data.length <= maxCoverBytes ? image.data : null
}

/** Reports the two sizes of a cover. One that cannot be decoded is left out. */
async function reportCover(cover: Uint8Array, report: (found: Found) => void): Promise<void> {
  const { createPictures, isAvif } = await import('./pictures.ts')
  if (isAvif(cover)) return
  const pictures = await createPictures(cover).catch(() => null)
  if (pictures) report({ pictures })
}
