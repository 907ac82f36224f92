import { joinBytes } from '../../joinBytes.ts'
import { type Piece, Pieces, readAscii, type ReadBytes, type StripPlan, toView } from './pieces.ts'

/** A box of an MP4. */
export interface Box {
  type: string
  at: number
  /** The offset of its content. */
  content: number
  end: number
}

/** The file does not have the structure of an MP4. */
export class UnreadableBoxes extends Error {
  override name = 'UnreadableBoxes'
}

/** What the content of a box is: checked by a function, boxes that the rules name, or (true) copied as it is. */
type BoxRule = true | BoxRules | ((box: Box) => Promise<void>)
export interface BoxRules {
  readonly [type: string]: BoxRule
}

/** Returns rules that keep boxes as they are. @param types separated by blanks */
export function toLeaves(types: string): BoxRules {
  return Object.fromEntries(types.split(' ').map(type => [type, true]))
}

const maxBoxes = 50_000
const maxDepth = 12
/** Tables of samples and covers are read as a whole, up to this many bytes. */
const maxContent = 16_000_000
const chunkBytes = 64 * 1024

interface Edit {
  from: number
  to: number
  /** Zeros when undefined. */
  bytes?: Uint8Array<ArrayBuffer>
}

/** Changes boxes of a file in place, so that no offset changes. */
export class BoxEditor {
  readonly #read: ReadBytes
  readonly #edits: Edit[] = []
  #count = 0

  constructor(read: ReadBytes) {
    this.#read = read
  }

  /**
   * Lists the boxes of a range. The bytes after the last one, of which QuickTime has up to seven, become zeros.
   * @throws UnreadableBoxes when a box does not end within the range
   */
  async list(from: number, to: number, isFile = false): Promise<Box[]> {
    const boxes: Box[] = []
    let at = from
    while (at + 8 <= to) {
      if (++this.#count > maxBoxes) throw new UnreadableBoxes()
      const view = toView(await this.#read(at, 16))
      const short = view.getUint32(0)
      // 0 reaches to the end of the file, 1 has its size in the next 8 bytes.
      const isLong = short === 1 && view.byteLength === 16
      const length = short === 0 && isFile ? to - at : isLong ? Number(view.getBigUint64(8)) : short
      const box = {
        type: readAscii(new Uint8Array(view.buffer, view.byteOffset), 4, 4),
        at,
        content: at + (isLong ? 16 : 8),
        end: at + length,
      }
      if (box.end < box.content || box.end > to) throw new UnreadableBoxes()
      boxes.push(box)
      at = box.end
    }
    await this.erase(at, to)
    return boxes
  }

  /** Keeps the boxes that the rules name, and turns all others into free space. */
  async apply(boxes: readonly Box[], rules: BoxRules, depth = 0): Promise<void> {
    if (depth > maxDepth) throw new UnreadableBoxes()
    for (const box of boxes) {
      const rule = Object.hasOwn(rules, box.type) ? rules[box.type] : undefined
      if (rule === undefined) await this.free(box)
      else if (typeof rule === 'function') await rule(box)
      else if (rule !== true) await this.apply(await this.list(box.content, box.end), rule, depth + 1)
    }
  }

  /** Turns a box into free space. */
  async free(box: Box): Promise<void> {
    if (box.type !== 'free') this.replace(box.at + 4, new TextEncoder().encode('free'))
    await this.erase(box.content, box.end)
  }

  /** Writes zeros where there are other bytes. */
  async erase(from: number, to: number): Promise<void> {
    for (let at = from; at < to; at += chunkBytes) {
      const bytes = await this.#read(at, Math.min(chunkBytes, to - at))
      if (bytes.every(byte => byte === 0)) continue
      return this.zero(at, to)
    }
  }

  /** Writes zeros, whatever is there. */
  zero(from: number, to: number): void {
    this.#edits.push({ from, to })
  }

  /** Writes other bytes. */
  replace(from: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.#edits.push({ from, to: from + bytes.length, bytes })
  }

  /** Reads the content of a box. @throws UnreadableBoxes when it is too long, or shorter than `min` */
  async read({ content, end }: Box, min = 0): Promise<Uint8Array> {
    const length = end - content
    if (length < min || length > maxContent) throw new UnreadableBoxes()
    const bytes = await this.#read(content, length)
    if (bytes.length < length) throw new UnreadableBoxes()
    return bytes
  }

  /** Returns the plan with all changes. Of two changes of the same bytes, the one that begins first counts. */
  plan(size: number): StripPlan {
    const pieces = new Pieces()
    let written = 0
    for (const { from, to, bytes } of this.#edits.toSorted((one, other) => one.from - other.from)) {
      const start = Math.max(from, written)
      if (start >= to) continue
      pieces.keep(written, start)
      if (bytes) pieces.add(bytes.subarray(start - from))
      else pieces.addZeros(to - start)
      written = to
    }
    pieces.keep(written, size)
    return pieces.result()
  }
}

/** Returns the bytes of pieces of a file in memory. */
export function joinPieces(file: Uint8Array, pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  return joinBytes(pieces.map(piece => ('from' in piece ? file.subarray(piece.from, piece.to) : piece)))
}
