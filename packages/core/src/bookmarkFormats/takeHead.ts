import { joinBytes } from '../joinBytes.ts'
import type { Bytes } from './format.ts'

/**
 * Takes the beginning of a file.
 * @returns its first bytes, at least `length` where there are as many; and the whole file, including them
 */
export async function takeHead(
  bytes: Bytes,
  length: number,
): Promise<{ head: Uint8Array; rest: AsyncGenerator<Uint8Array, void, undefined> }> {
  const taken: Uint8Array[] = []
  let size = 0
  const pieces = iterate(bytes)
  while (size < length) {
    const next = await pieces.next()
    if (next.done) break
    // Copied, because the caller may reuse its buffer.
    taken.push(next.value.slice())
    size += next.value.length
  }
  const head = joinBytes(taken)
  async function* rest() {
    // Piece by piece, so that the progress of the reading is known.
    yield* taken
    yield* pieces
  }
  return { head, rest: rest() }
}

async function* iterate(bytes: Bytes): AsyncGenerator<Uint8Array, void, undefined> {
  yield* bytes
}
