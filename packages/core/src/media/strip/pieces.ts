/** Reads bytes of a file; fewer than requested at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

/** A part of the new file: a range of the old one, or new bytes. */
export type Piece = { from: number; to: number } | Uint8Array<ArrayBuffer>

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

  /** Returns the pieces, or null when the file is unchanged. */
  result(): Piece[] | null {
    return this.changed ? this.list : null
  }
}

export const readAscii = (bytes: Uint8Array, offset: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + length))

/** Returns a view for numbers in the bytes. */
export const toView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
