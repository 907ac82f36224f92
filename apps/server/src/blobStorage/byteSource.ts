import { type FileStore, StoreError } from './fileStore.ts'

/** Bytes that can be read from any place. */
export interface ByteSource {
  /** In bytes. */
  size: number
  /** Opens the bytes from `first` to before `end`, which are inside. */
  open(first: number, end: number): Promise<AsyncIterable<Uint8Array>>
}

/** Returns an object of the store as bytes that can be read from any place. They throw StoreError. */
export function openStoredSource(store: FileStore, key: string, size: number): ByteSource {
  return {
    size,
    async open(first, end) {
      if (first >= end) return toNothing()
      const stream = await store.read(key, { first, last: end - 1 })
      if (!stream) throw new StoreError('lost', 'The object was removed while it was read.')
      return stream as AsyncIterable<Uint8Array>
    },
  }
}

/** Reads a few bytes. */
export async function readBytes(source: ByteSource, first: number, end: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await source.open(first, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* toNothing(): AsyncGenerator<Uint8Array> {
  // No bytes.
}
