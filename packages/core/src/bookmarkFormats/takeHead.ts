import { joinBytes } from '../joinBytes.ts'
import { type Bytes, FileHead, headBytes } from './format.ts'

/**
 * Takes the beginning of a file.
 * @returns it, and the whole file, including it
 */
export async function takeHead(
  bytes: Bytes,
): Promise<{ head: FileHead; rest: AsyncGenerator<Uint8Array, void, undefined> }> {
  const taken: Uint8Array[] = []
  let size = 0
  const pieces = iterate(bytes)
  while (size < headBytes) {
    const next = await pieces.next()
    if (next.done) break
    // Copied, because the caller may reuse its buffer.
    taken.push(next.value.slice())
    size += next.value.length
  }
  async function* rest() {
    // Piece by piece, so that the progress of the reading is known.
    yield* taken
    yield* pieces
  }
  return { head: new FileHead(joinBytes(taken)), rest: rest() }
}

async function* iterate(bytes: Bytes): AsyncGenerator<Uint8Array, void, undefined> {
  yield* bytes
}
