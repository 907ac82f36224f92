import type { Link } from '@nestmark/contract/shapes'
import type { Upload } from '../../lib/uploads/upload.ts'

/** More uploads than these are only in the tray. */
const maxCells = 60

/** An upload among the first cells of a list. */
export interface PlacedUpload {
  upload: Upload
  /** Its link is in the list, and has its place. */
  isLink: boolean
}

type ListedLink = Pick<Link, '_id' | 's3_key'>

/**
 * Returns the uploads that have a place before the links of a list, the newest first; of many, those whose turn is next.
 * An upload has its place until its link is in the list. It keeps the place for the link while older uploads are behind
 * it, so that they do not move.
 * @param at returns the links of the list, the newest first; none where they are unknown
 */
export function placeUploads(
  uploads: readonly Upload[],
  at: (index: number) => ListedLink | undefined = () => undefined,
): PlacedUpload[] {
  const links = listNewest(uploads.length + maxCells, at)
  const placed: PlacedUpload[] = []
  let open = 0
  for (const upload of uploads) {
    if (open === maxCells) break
    // Most of thousands of files: there is no need to look for their links.
    if (open === 0 && hasEnded(upload)) continue
    const isLink = links.some(link => isLinkOf(link, upload))
    // Places for links are needed only before an upload.
    if (isLink ? open === 0 : hasEnded(upload)) continue
    if (!isLink) open++
    placed.push({ upload, isLink })
  }
  return placed.toReversed()
}

function listNewest(count: number, at: (index: number) => ListedLink | undefined): ListedLink[] {
  const links: ListedLink[] = []
  for (let index = 0; index < count; index++) {
    const link = at(index)
    if (!link) break
    links.push(link)
  }
  return links
}

/** A list may be read by another change before the answer says which link an upload became. */
const isLinkOf = (link: ListedLink, { linkId, fileKey }: Upload) =>
  link._id === linkId || (fileKey !== undefined && link.s3_key.some(({ file }) => file === fileKey))

/** Returns whether an upload without a link in the list has no place: it was never accepted, or its link is elsewhere. */
const hasEnded = ({ phase, sent, isListed }: Upload) =>
  phase === 'refused' ? sent === 0 : phase === 'done' && isListed === true
