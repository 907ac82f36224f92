/** Reads bytes of a file; fewer than requested at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

/** A part of the new file: a range of the old one, or new bytes. */
export type Piece = { from: number; to: number } | Uint8Array<ArrayBuffer>

/**
 * How to remove the metadata of a file: by writing these pieces. `clean`: the file has none. `unreadable`: the file does
 * not have the structure of its type from its beginning to its end, so it can hold anything.
 */
export type StripPlan = Piece[] | 'clean' | 'unreadable'

/** Segments, chunks or extensions that are read, and pieces that are written: a hostile file has millions. */
export const maxParts = 100_000

const zeros = new Uint8Array(64 * 1024)

/** Collects the pieces of the new file in order. */
export class Pieces {
  readonly list: Piece[] = []
  /** Whether the new file differs from the old one. */
  changed = false

  /** Adds a range of the old file. */
  keep(from: number, to: number): void {
    const last = this.list.at(-1)
    if (to <= from) return
    if (last && 'from' in last && last.to === from) last.to = to
    else this.list.push({ from, to })
  }

  /** Omits the last range. */
  drop(): void {
    this.changed = true
  }

  /** Adds new bytes. */
  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.changed = true
    this.list.push(bytes)
  }

  /** Adds zeros. They share their memory. */
  addZeros(count: number): void {
    for (let left = count; left > 0; left -= zeros.length) this.add(zeros.subarray(0, left))
  }

  /** Returns the plan for a file whose structure was read to its end. */
  result(): StripPlan {
    if (this.list.length > maxParts) return 'unreadable'
    return this.changed ? this.list : 'clean'
  }
}

export const readAscii = (bytes: Uint8Array, offset: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + length))

/** Returns a view for numbers in the bytes. */
export const toView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
