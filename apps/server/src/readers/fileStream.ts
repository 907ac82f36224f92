import { Readable } from 'node:stream'
import type { ReaderAnswer } from './messages.ts'

/** A client that reads nothing for this long counts as disconnected, in milliseconds. */
const stalledMs = 60_000

/** The source of a file's chunks. */
export interface FileSource {
  pull(): Promise<Pick<ReaderAnswer, 'bytes' | 'ended'>>
  /** Called once, when nothing more is pulled. */
  close(): void
  /** Receives the error that prevented the completion. */
  onError(error: unknown): void
}

/**
 * Returns a stream of the chunks. It pulls the next chunk when the client has read the last, and destroys a
 * stalled stream.
 */
export function createFileStream({ pull, close, onError }: FileSource): Readable {
  let stalled: NodeJS.Timeout | undefined

  async function push(stream: Readable): Promise<void> {
    const { bytes, ended } = await pull()
    if (stream.destroyed) return
    if (bytes?.length) {
      stalled = setTimeout(() => stream.destroy(new Error('The reader of a file has stalled.')), stalledMs)
      stream.push(bytes)
    }
    if (ended) stream.push(null)
    else if (!bytes?.length) await push(stream)
  }

  return new Readable({
    read() {
      clearTimeout(stalled)
      push(this).catch((error: unknown) => {
        if (this.destroyed) return
        onError(error)
        this.destroy(error as Error)
      })
    },
    destroy(error, done) {
      clearTimeout(stalled)
      close()
      done(error)
    },
  })
}
