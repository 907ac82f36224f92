import { type Box, BoxEditor, toLeaves, UnreadableBoxes } from './boxes.ts'
import { createTagRules } from './mp4Tags.ts'
import { createTrackRules } from './mp4Tracks.ts'
import { type ReadBytes, type StripPlan, toView } from './pieces.ts'

const fragment = toLeaves('tfhd tfdt trun sdtp sbgp sgpd subs saiz saio')

/**
 * Removes from an MP4 all boxes but those that it is played with, and its title, artist, album and cover. The others
 * become free space of the same size, so that no offset changes. Tracks that are neither video nor audio are removed
 * with their samples: cameras write positions into them, also as subtitles.
 * @param stripPicture plans the same for the cover
 */
export async function stripMp4(
  read: ReadBytes,
  size: number,
  stripPicture: (read: ReadBytes, size: number) => Promise<StripPlan>,
): Promise<StripPlan> {
  const editor = new BoxEditor(read)
  try {
    const boxes = await editor.list(0, size, true)
    if (!boxes.some(({ type }) => type === 'moov')) return 'unreadable'
    const data = boxes.filter(({ type }) => type === 'mdat')
    const tracks = createTrackRules(editor, data)
    const inFragments = new Set<number>()
    const readFragment = async (box: Box): Promise<void> => {
      const inside = await editor.list(box.content, box.end)
      const head = inside.find(({ type }) => type === 'tfhd')
      if (!head) throw new UnreadableBoxes()
      inFragments.add(toView(await editor.read(head, 8)).getUint32(4))
      await editor.apply(inside, fragment)
    }
    await editor.apply(boxes, {
      ...toLeaves('ftyp styp mdat sidx ssix'),
      moov: {
        mvhd: tracks.eraseTimes,
        trak: tracks.readTrack,
        mvex: toLeaves('mehd trex'),
        udta: createTagRules(editor, stripPicture),
      },
      moof: { mfhd: true, traf: readFragment },
      mfra: toLeaves('tfra mfro'),
    })
    // Where the samples of a removed track are in fragments is not read.
    if ([...inFragments].some(id => tracks.removed.has(id))) return 'unreadable'
    return editor.plan(size)
  } catch (error) {
    if (error instanceof UnreadableBoxes) return 'unreadable'
    throw error
  }
}
