import type { Link } from '@nestmark/contract/shapes'
import type { Pages } from '../../lib/api/pages.ts'
import { lazyPart } from '../../lib/lazy.ts'
import { useStore, useStoreSelector } from '../../lib/store.ts'
import { uploads, type Upload } from '../../lib/uploads/upload.ts'
import { isFiltered, type LinkQuery } from '../links/listQuery.ts'
import type { LeadingCell } from '../links/list/layout/cellOrder.ts'
import { useView } from '../session/data.ts'
import { type PlacedUpload, placeUploads } from './placeUploads.ts'
import type { UploadCellProps } from './UploadCards.tsx'

const UploadCell = lazyPart<UploadCellProps>(() => import('./UploadCards.tsx'))
const none: readonly LeadingCell[] = []

interface UploadCells {
  /** The first cells of the list. */
  leading: readonly LeadingCell[]
  count: number
}

/**
 * Returns the uploads that will be links of a list. They are its first cells: where new links come first, nothing moves
 * when an upload becomes a link. A filtered list does not show them.
 * @param parent null for the top level; undefined for all collections
 */
export function useUploadCells(
  parent: string | null | undefined,
  pages: Pages<Link>,
  query: LinkQuery,
): UploadCells {
  const all = useStore(uploads)
  const view = useView().view.links
  if (isFiltered(query) || all.length === 0) return { leading: none, count: 0 }
  const isNewestFirst = query.sort === 'date' && query.order === 1
  const placed = placeUploads(
    all.filter(upload => isIn(upload, parent)),
    // In another order a link has its place elsewhere.
    isNewestFirst ? pages.at : undefined,
  )
  return {
    // A mosaic keeps no places for links.
    leading: placed.filter(({ isLink }) => view !== 3 || !isLink).map(each => toCell(each, view === 2)),
    count: placed.filter(({ isLink }) => !isLink).length,
  }
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
