import { type Piece, Pieces, readAscii, type ReadBytes, toView } from './pieces.ts'

/** Boxes whose children are read. */
const parents: ReadonlySet<string> = new Set(['moov', 'trak', 'udta'])
/** Locations: of Android and QuickTime, of 3GPP. Also the recording data of Apple's and other cameras. */
const located: ReadonlySet<string> = new Set(['\xa9xyz', 'loci', '\xa9mak', '\xa9mod', 'SDLN', 'smta'])
/** The identifier of XMP, in hexadecimal. */
const xmpId = 'be7acfcb97a942e89c71999491e3afac'
const maxBoxes = 50_000
const maxBytes = 16_000_000

interface Box {
  type: string
  /** The offset of its content. */
  content: number
  end: number
  parent: string
}

/**
 * Replaces the boxes with location and camera data in an MP4 by free space of the same size, so that no offset
 * changes. The title, artist and cover of the file remain.
 * @returns null where nothing is to be removed
 */
export async function stripMp4(read: ReadBytes, size: number): Promise<Piece[] | null> {
  const pieces = new Pieces()
  let written = 0
  let count = 0
  const walk = async (from: number, to: number, parent: string): Promise<void> => {
    let at = from
    while (at + 8 <= to && count++ < maxBoxes) {
      const box = await readBox(read, at, to, parent)
      if (!box) return
      if ((await isPrivate(read, box)) && box.end - at <= maxBytes) {
        pieces.keep(written, at + 4)
        pieces.add(new TextEncoder().encode('free'))
        pieces.keep(at + 8, box.content)
        pieces.add(new Uint8Array(box.end - box.content))
        written = box.end
      } else if (parents.has(box.type)) await walk(box.content, box.end, box.type)
      at = box.end
    }
  }
  await walk(0, size, '')
  pieces.keep(written, size)
  return pieces.result()
}

async function readBox(read: ReadBytes, at: number, to: number, parent: string): Promise<Box | undefined> {
  const head = await read(at, 16)
  if (head.length < 8) return undefined
  const view = toView(head)
  const short = view.getUint32(0)
  // 0 reaches to the end, 1 has its size in the next 8 bytes.
  const isLong = short === 1 && head.length === 16
  const length = short === 0 ? to - at : isLong ? Number(view.getBigUint64(8)) : short
  const content = at + (isLong ? 16 : 8)
  const end = at + length
  if (end < content || end > to) return undefined
  return { type: readAscii(head, 4, 4), content, end, parent }
}

async function isPrivate(read: ReadBytes, { type, content, end, parent }: Box): Promise<boolean> {
  if (located.has(type)) return parent === 'udta'
  // Apple's key and value pairs, with the location. The titles of iTunes are in udta.
  if (type === 'meta') return parent === 'moov' || parent === 'trak'
  if (type !== 'uuid' || end - content < 16) return false
  const id = await read(content, 16)
  return [...id].map(byte => byte.toString(16).padStart(2, '0')).join('') === xmpId
}
