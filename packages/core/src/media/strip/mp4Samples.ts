import { type Box, type BoxEditor, UnreadableBoxes } from './boxes.ts'
import { maxParts, toView } from './pieces.ts'

type Range = [from: number, to: number]

/**
 * Returns the ranges of the samples of a track.
 * @param boxes the tables of the track
 * @throws UnreadableBoxes when they are not complete, or have too many chunks
 */
export async function listChunks(editor: BoxEditor, boxes: readonly Box[]): Promise<Range[]> {
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
  const ranges: Range[] = []
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
