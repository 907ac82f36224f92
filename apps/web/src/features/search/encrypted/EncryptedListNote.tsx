import { searchTexts } from '@nestmark/texts/search/search'
import { IconLock } from '../../../ui/icons.ts'
import type { LinkQuery } from '../../links/listQuery.ts'
import css from './EncryptedSearch.module.css'
import type { FilteredLinks } from './useFilteredLinks.ts'

const texts = searchTexts.encrypted

/** Shows that the server cannot sort encrypted links by what it cannot read. Hits of the browser are in their place. */
export function EncryptedSortNote({
  encrypted,
  index,
  isPrivate,
  query,
}: Pick<FilteredLinks, 'encrypted' | 'index' | 'isPrivate'> & { query: LinkQuery }) {
  if (query.sort === 'date' || query.sort === 'hand' || !encrypted) return null
  // The browser has sorted all that it has found.
  if (isPrivate && query.input.trim() !== '') return null
  const { open, locked, isMore } = encrypted
  const unsorted = query.input.trim() !== '' && index.kids ? locked : open + locked
  if (unsorted === 0 && !isMore) return null
  return (
    <p className={`row g6 t2 ${css.sortNote}`}>
      <IconLock className="i s14" />
      {query.sort === 'title' ? texts.notSortedByTitle : texts.notSortedBySite}
    </p>
  )
}
