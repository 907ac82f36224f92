import { type Box, type BoxEditor, toLeaves, UnreadableBoxes } from './boxes.ts'
import { maxParts, readAscii, toView } from './pieces.ts'

/** How samples are found, and how their codecs are configured. */
const tables = 'stts ctts cslg stsc stsz stz2 stco co64 stss stsh padb stdp sdtp sbgp sgpd subs saiz saio'
const codecs = toLeaves(
  'avcC hvcC lhvC vvcC av1C vpcC dvcC dvvC esds colr pasp clap fiel btrt mdcv clli SmDm CoLL ' +
    'dac3 dec3 dac4 dOps dfLa alac chan chnl wave',
)
/** The length of the fields of an entry before its boxes, of audio by its version, in bytes. */
const videoEntry = 78
const audioEntries = [28, 44, 64]
/** Chunks times boxes with samples: a hostile file has millions. */
const maxComparisons = 10_000_000

/**
 * Returns the rules for the tracks of a recording.
 * @param data the boxes with the samples
 */
export function createTrackRules(editor: BoxEditor, data: readonly Box[]) {
  /** The IDs of the tracks that are removed. */
  const removed = new Set<number>()
  const list = (box: Box, skipped = 0) => editor.list(box.content + skipped, box.end)
  const find = async (box: Box | undefined, type: string): Promise<Box | undefined> =>
    box && (await list(box)).find(each => each.type === type)
  const require = async (box: Box | undefined, type: string): Promise<Box> => {
    const found = await find(box, type)
    if (!found) throw new UnreadableBoxes()
    return found
  }

  /** Erases when a movie, track or medium was created and changed. */
  async function eraseTimes(box: Box): Promise<void> {
    const [version = 0] = await editor.read(box, 20)
    await editor.erase(box.content + 4, box.content + (version === 1 ? 20 : 12))
  }

  /** The name of a handler, and who wrote it. */
  const eraseName = (box: Box) => editor.erase(box.content + 12, box.end)

  /** Keeps that the samples are in this file. An address would follow it. */
  async function readReferences(box: Box): Promise<void> {
    await editor.read(box, 8)
    for (const reference of await list(box, 8)) await editor.erase(reference.content + 4, reference.end)
  }

  async function readEntries(box: Box, isVideo: boolean): Promise<void> {
    await editor.read(box, 8)
    for (const entry of await list(box, 8)) {
      const content = await editor.read(entry, isVideo ? videoEntry : 28)
      const version = toView(content).getUint16(8)
      const length = isVideo ? videoEntry : audioEntries[version]
      if (length === undefined || length > content.length) throw new UnreadableBoxes()
      // The name of the program that wrote it.
      await editor.erase(entry.content + 12, entry.content + 16)
      if (isVideo) await editor.erase(entry.content + 42, entry.content + 74)
      await editor.apply(await list(entry, length), codecs)
    }
  }

  async function readTrack(track: Box): Promise<void> {
    const media = await require(track, 'mdia')
    const handler = readAscii(await editor.read(await require(media, 'hdlr'), 12), 8, 4)
    if (handler !== 'vide' && handler !== 'soun') return removeTrack(track, media)
    const isVideo = handler === 'vide'
    await editor.apply(await list(track), {
      tkhd: eraseTimes,
      edts: { elst: true },
      mdia: {
        mdhd: eraseTimes,
        elng: true,
        hdlr: eraseName,
        minf: {
          ...toLeaves('vmhd smhd'),
          dinf: { dref: readReferences },
          stbl: { ...toLeaves(tables), stsd: box => readEntries(box, isVideo) },
        },
      },
    })
  }

  async function removeTrack(track: Box, media: Box): Promise<void> {
    const head = await editor.read(await require(track, 'tkhd'), 24)
    removed.add(toView(head).getUint32(head[0] === 1 ? 20 : 12))
    const samples = await require(await require(media, 'minf'), 'stbl')
    const chunks = await listChunks(editor, await list(samples))
    if (chunks.length * data.length > maxComparisons) throw new UnreadableBoxes()
    for (const [from, to] of chunks) {
      if (!data.some(box => box.content <= from && to <= box.end)) throw new UnreadableBoxes()
      editor.zero(from, to)
    }
    await editor.free(track)
  }

  return { removed, readTrack, eraseTimes }
}

/**
 * Returns the ranges of the samples of a track.
 * @param boxes the tables of the track
 * @throws UnreadableBoxes when they are not complete, or have too many chunks
 */
async function listChunks(editor: BoxEditor, boxes: readonly Box[]): Promise<[number, number][]> {
  const read = async (type: string, min: number) => {
    const box = boxes.find(each => each.type === type)
    return box && toView(await editor.read(box, min))
  }
  const sizes = await read('stsz', 12)
  const groups = await read('stsc', 8)
  const short = await read('stco', 8)
  const offsets = short ?? (await read('co64', 8))
  if (!sizes || !groups || !offsets) throw new UnreadableBoxes()
  const width = short ? 4 : 8
  const count = offsets.getUint32(4)
  const sameSize = sizes.getUint32(4)
  const sizeCount = sizes.getUint32(8)
  const groupCount = groups.getUint32(4)
  const isComplete =
    count <= maxParts &&
    8 + count * width <= offsets.byteLength &&
    8 + groupCount * 12 <= groups.byteLength &&
    (sameSize > 0 || 12 + sizeCount * 4 <= sizes.byteLength)
  if (!isComplete) throw new UnreadableBoxes()
  const ranges: [number, number][] = []
  let sample = 0
  let group = 0
  for (let chunk = 0; chunk < count && sample < sizeCount; chunk++) {
    while (group + 1 < groupCount && groups.getUint32(8 + (group + 1) * 12) <= chunk + 1) group++
    const perChunk = groupCount === 0 ? 0 : groups.getUint32(8 + group * 12 + 4)
    const last = Math.min(sizeCount, sample + perChunk)
    let length = sameSize * (last - sample)
    if (sameSize === 0) for (let at = sample; at < last; at++) length += sizes.getUint32(12 + at * 4)
    sample = last
    const from = width === 4 ? offsets.getUint32(8 + chunk * 4) : Number(offsets.getBigUint64(8 + chunk * 8))
    if (length > 0) ranges.push([from, from + length])
  }
  if (sample < sizeCount) throw new UnreadableBoxes()
  return ranges
}
