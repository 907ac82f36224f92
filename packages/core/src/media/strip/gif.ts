import { maxParts, Pieces, readAscii, type ReadBytes, type StripPlan } from './pieces.ts'

/** Few, because blocks are read between images that may be small, in bytes. */
const chunkBytes = 16 * 1024
const extension = 0x21
const image = 0x2c
const trailer = 0x3b
const graphicControl = 0xf9
const application = 0xff
/** The number of repetitions of an animation, and the colour profile. XMP and camera data have other names. */
const loops: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
const colorProfile = 'ICCRGBG1012'

/**
 * Removes from a GIF all extensions but the times, transparency, repetition and colour profile of its pictures, and
 * everything after it.
 */
export async function stripGif(read: ReadBytes, size: number): Promise<StripPlan> {
  const pieces = new Pieces()
  const header = await read(0, 13)
  if (header.length < 13) return 'unreadable'
  let at = 13 + readTableBytes(header[10] ?? 0)
  let hasImage = false
  pieces.keep(0, at)
  let count = 0
  while (at < size && ++count <= maxParts) {
    const head = await read(at, 14)
    const [kind = 0, label = 0] = head
    if (kind === trailer) {
      if (!hasImage) return 'unreadable'
      pieces.keep(at, at + 1)
      if (at + 1 < size) pieces.drop()
      return pieces.result()
    }
    if (kind !== extension && kind !== image) return 'unreadable'
    // The smallest size of a code follows the table of an image.
    const blocks = at + (kind === image ? 11 + readTableBytes(head[9] ?? 0) : 2)
    const next = await skipBlocks(read, blocks, size)
    if (next === null) return 'unreadable'
    if (kind === image) hasImage = true
    if (kind === image || isNeeded(label, head, next - at)) pieces.keep(at, next)
    else pieces.drop()
    at = next
  }
  return 'unreadable'
}

/** Returns the bytes of the table of colours that flags announce. */
function readTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function isNeeded(label: number, head: Uint8Array, length: number): boolean {
  if (label === graphicControl) return length === 8 && head[2] === 4
  if (label !== application || head[2] !== 11) return false
  const name = readAscii(head, 3, 11)
  return name === colorProfile || (loops.has(name) && length === 19)
}

/** Returns the offset after a list of blocks, or null when it has no end. */
async function skipBlocks(read: ReadBytes, from: number, size: number): Promise<number | null> {
  let at = from
  while (at < size) {
    const chunk = await read(at, chunkBytes)
    let offset = 0
    while (offset < chunk.length) {
      const length = chunk[offset] ?? 0
      offset += 1 + length
      if (length === 0) return at + offset <= size ? at + offset : null
    }
    at += offset
  }
  return null
}
