import type { Link } from '@nestmark/contract/shapes'
import type { Pages } from '../../lib/api/pages.ts'
import { useStore, useStoreSelector } from '../../lib/store.ts'
import { uploads } from '../../lib/uploads/list.ts'
import type { Upload } from '../../lib/uploads/upload.ts'
import { isFiltered, type LinkQuery } from '../links/listQuery.ts'
import type { LeadingCell } from '../links/list/cellOrder.ts'
import { useView } from '../session/data.ts'
import { type PlacedUpload, placeUploads } from './placeUploads.ts'
import { UploadCards, UploadCell } from './UploadCards.tsx'

const none: readonly LeadingCell[] = []

interface UploadCells {
  /** The first cells of the list. */
  leading: readonly LeadingCell[]
  /** Shown above the list. */
  above: React.ReactNode
  count: number
}

/**
 * Returns the uploads that will be links of a list. They are its first cells: where new links come first, nothing moves
 * when an upload becomes a link. In the mosaic they are above the list. A filtered list does not show them.
 * @param parent null for the top level; undefined for all collections
 */
export function useUploadCells(
  parent: string | null | undefined,
  pages: Pages<Link>,
  query: LinkQuery,
): UploadCells {
  const all = useStore(uploads)
  const view = useView().view.links
  if (isFiltered(query) || all.length === 0) return { leading: none, above: null, count: 0 }
  const isNewestFirst = query.sort === 'date' && query.order === 1
  const placed = placeUploads(
    all.filter(upload => isIn(upload, parent)),
    // In another order a link has its place elsewhere.
    isNewestFirst && view !== 3 ? pages.at : undefined,
  )
  const open = placed.filter(({ isLink }) => !isLink).map(({ upload }) => upload)
  if (view === 3)
    return { leading: none, above: open.length > 0 && <UploadCards list={open} />, count: open.length }
  return { leading: placed.map(each => toCell(each, view === 2)), above: null, count: open.length }
}

const toCell = ({ upload, isLink }: PlacedUpload, isRow: boolean): LeadingCell => ({
  key: upload.id,
  content: isLink ? null : <UploadCell upload={upload} isRow={isRow} />,
})

/** Returns whether files are on their way to a collection. */
export function useHasUploads(parent: string | null): boolean {
  return useStoreSelector(
    uploads,
    list => placeUploads(list.filter(upload => isIn(upload, parent))).length > 0,
  )
}

const isIn = (upload: Upload, parent: string | null | undefined) =>
  parent === undefined || upload.parent === parent
