import type { FileStore } from '../fileStore.ts'
import { toChunks, writeObject } from '../parts.ts'

/** Writes an object that no row names, or whose row has other bytes. */
export async function putObject(store: FileStore, key: string, bytes: Uint8Array): Promise<void> {
  await writeObject(store, key, toChunks(bytes), bytes.length)
}
