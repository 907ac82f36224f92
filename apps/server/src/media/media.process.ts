import {
  type Found,
  type FromProcess,
  maxRangeBytes,
  type MediaFile,
  type MediaTask,
  type Picture,
  type ToProcess,
} from './mediaTasks.ts'
import { TaskError } from './process/taskError.ts'

/**
 * The program that reads untrusted files: it decodes pictures, renders documents, and reads the metadata of video and
 * audio files. It has no environment, no file access besides its code, and the server ends it above a limit of memory
 * or time: a decoder may use a gigabyte for a small file, or have a flaw. It loads what a task needs.
 */

const send = (message: FromProcess) => void process.send?.(message)
const report = (found: Found) => send({ found })

type PictureFunctions = typeof import('./process/pictures.ts')

/** Returns the task that makes pictures of a file. */
const toPictures =
  (make: (pictures: PictureFunctions, bytes: Uint8Array) => Promise<Picture[]>) => async (file: MediaFile) =>
    report({ pictures: await make(await import('./process/pictures.ts'), await readAll(file)) })

const run: Record<MediaTask, (file: MediaFile) => Promise<void>> = {
  pictures: toPictures((pictures, bytes) => pictures.createPictures(bytes)),
  profile: toPictures((pictures, bytes) => pictures.createSquare(bytes)),
  png: toPictures((pictures, bytes) => pictures.convertToPng(bytes)),
  page: toPictures((pictures, bytes) => pictures.createPagePicture(bytes, 'page')),
  article: toPictures((pictures, bytes) => pictures.createPagePicture(bytes, 'article')),
  async image(file) {
    const { readImage } = await import('./process/pictures.ts')
    await readImage(await readAll(file), report)
  },
  async preview(file) {
    const { readPreview } = await import('./process/pictures.ts')
    await readPreview(await readAll(file), report)
  },
  async rewrite(file) {
    const { rewritePicture } = await import('./process/rewrite.ts')
    report({ rewritten: await rewritePicture(await readAll(file)) })
  },
  async recording(file) {
    const { readRecording } = await import('./process/recordings.ts')
    await readRecording(file, report)
  },
  document: file => readDocument(file, true),
  documentFacts: file => readDocument(file, false),
}

async function readDocument(file: MediaFile, withText: boolean): Promise<void> {
  const documents = await import('./process/documents.ts')
  await documents.readDocument(await readAll(file), report, withText)
}

async function readAll(file: MediaFile): Promise<Uint8Array> {
  return file.read(0, file.size)
}

/** Receives the bytes of the requested range. */
let receive: (bytes: Uint8Array) => void = () => undefined
/** Ranges are requested one after the other. */
let lastRead: Promise<unknown> = Promise.resolve()

/** Reads a range of the file from the server, in pieces. */
function readRange(offset: number, length: number): Promise<Uint8Array> {
  const reading = lastRead.then(async () => {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; at += maxRangeBytes) {
      const piece = new Promise<Uint8Array>(resolve => (receive = resolve))
      send({ read: { offset: offset + at, length: Math.min(maxRangeBytes, length - at) } })
      bytes.set(await piece, at)
    }
    return bytes
  })
  lastRead = reading.catch(() => undefined)
  return reading
}

process.on('message', (message: ToProcess) => {
  if ('bytes' in message) return receive(message.bytes)
  run[message.task]({ size: message.size, read: readRange }).then(
    () => send({ end: null }),
    (error: unknown) => send({ end: error instanceof TaskError ? error.reason : 'unreadable' }),
  )
})
// The server has ended.
process.on('disconnect', () => process.exit())
