import { Readable, type Transform } from 'node:stream'

/** Yields bytes after a transformation, and ends both when the reader does. */
export async function* transformChunks(
  chunks: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: false })
  source.on('error', error => transform.destroy(error))
  try {
    yield* source.pipe(transform) as AsyncIterable<Uint8Array>
  } finally {
    source.destroy()
    transform.destroy()
  }
}
