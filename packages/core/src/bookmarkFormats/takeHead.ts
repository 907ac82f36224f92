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

/** Returns all pieces in one. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
