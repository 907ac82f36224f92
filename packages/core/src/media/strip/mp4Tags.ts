import { type Box, type BoxEditor, type BoxRules, joinPieces, UnreadableBoxes } from './boxes.ts'
import { readAscii, type ReadBytes, type StripPlan, toView } from './pieces.ts'

/** Title, artists, album, genre and numbers, as QuickTime, 3GPP and iTunes name them. */
const texts = ['\xa9nam', '\xa9ART', '\xa9alb', '\xa9gen']
const ofUserData = [...texts, 'titl', 'perf', 'albm', 'gnre']
const ofItunes = [...texts, 'aART', 'gnre', 'trkn', 'disk', 'cpil']
/** The version, the flags, the type and the language before the content of an item, in bytes. */
const dataHeader = 8
const boxHeader = 8
const free = new TextEncoder().encode('free')

/** Returns the rules for the title, artist, album and cover of a recording. */
export function createTagRules(
  editor: BoxEditor,
  stripPicture: (read: ReadBytes, size: number) => Promise<StripPlan>,
): BoxRules {
  async function readMeta(box: Box): Promise<void> {
    const head = await editor.read(box)
    // The version that MP4 has, and QuickTime has not.
    const versionBytes = readAscii(head, 4, 4) === 'hdlr' ? 0 : 4
    if (head.length < versionBytes) return editor.free(box)
    const inside = await editor.list(box.content + versionBytes, box.end)
    const handler = inside.find(({ type }) => type === 'hdlr')
    const type = handler ? readAscii(await editor.read(handler), 8, 12) : ''
    // Other handlers have keys and values of cameras.
    if (!type.startsWith('mdir')) return editor.free(box)
    const isApple = type === 'mdirappl\0\0\0\0'
    await editor.apply(inside, {
      hdlr: each => editor.erase(each.content + (isApple ? 16 : 12), each.end),
      ilst: { ...Object.fromEntries(ofItunes.map(name => [name, { data: true }])), covr: readCover },
    })
  }

  async function readCover(box: Box): Promise<void> {
    const inside = await editor.list(box.content, box.end)
    const data = inside.find(({ type }) => type === 'data')
    const cleaned = data && (await cleanCover(data))
    if (!cleaned) return editor.free(box)
    if (cleaned !== 'clean') editor.replace(data.at, cleaned)
    for (const other of inside) if (other !== data) await editor.free(other)
  }

  /** Returns a box with the clean cover and free space; null when it has no place there. */
  async function cleanCover(box: Box): Promise<Uint8Array<ArrayBuffer> | 'clean' | null> {
    const content = await editor.read(box)
    const picture = content.subarray(dataHeader)
    const plan = await stripPicture(
      async (offset, length) => picture.subarray(offset, offset + length),
      picture.length,
    )
    if (plan === 'clean') return box.content === box.at + boxHeader ? plan : null
    if (plan === 'unreadable') return null
    const bytes = joinPieces(picture, plan)
    const left = picture.length - bytes.length
    if (left < 0 || (left > 0 && left < boxHeader) || box.content !== box.at + boxHeader) return null
    const written = new Uint8Array(box.end - box.at)
    const view = toView(written)
    const length = boxHeader + dataHeader + bytes.length
    view.setUint32(0, length)
    written.set(new TextEncoder().encode('data'), 4)
    written.set(content.subarray(0, dataHeader), boxHeader)
    written.set(bytes, boxHeader + dataHeader)
    if (left === 0) return written
    view.setUint32(length, left)
    written.set(free, length + 4)
    return written
  }

  return {
    ...Object.fromEntries(ofUserData.map(type => [type, true])),
    async meta(box: Box) {
      try {
        await readMeta(box)
      } catch (error) {
        if (!(error instanceof UnreadableBoxes)) throw error
        // A recording without its title is one.
        await editor.free(box)
      }
    },
  }
}
