import { Readable } from 'node:stream'
import type { ReaderAnswer } from './messages.ts'

/** A reader that takes nothing for so long is gone, in milliseconds. */
const stalledMs = 60_000

/** How the pieces of a file are got. */
export interface FileSource {
  pull(): Promise<Pick<ReaderAnswer, 'bytes' | 'ended'>>
  /** Called once, when nothing more is pulled. */
  close(): void
  /** Is told why the file could not be finished. */
  onFault(error: unknown): void
}

/** Returns a stream of the pieces. It pulls the next one when the reader has taken the last, and gives up a stalled reader. */
export function createFileStream({ pull, close, onFault }: FileSource): Readable {
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
        onFault(error)
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
