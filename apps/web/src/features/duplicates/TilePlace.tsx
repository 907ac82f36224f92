import type { DuplicateLink } from '@nestmark/contract/links/duplicates'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { CollectionGlyph } from '../../ui/marks/CollectionGlyph.tsx'
import { toDisplayName, useTree } from '../collections/data.ts'
import { listAncestors } from '../collections/tree/tree.ts'
import css from './DuplicateTile.module.css'

/** Returns the name of the collection of a link. */
export function usePlaceName(): (link: Pick<DuplicateLink, 'parent' | 'parent_name'>) => string {
  const { index } = useTree()
  return link =>
    link.parent === index?.root ? collectionsTexts.dashboard : toDisplayName(link.parent_name ?? '')
}

/** The collection of a link and those above it. */
export function TilePlace({ link }: { link: DuplicateLink }) {
  const { index } = useTree()
  const entry = index?.entries.get(link.parent)
  const above = index && entry ? listAncestors(index, link.parent).filter(each => each.parent !== null) : []
  return (
    <div className={`row g6 min0 mt4 ${css.place}`}>
      <CollectionGlyph levels={1} counts={entry?.totals ?? []} size={18} />
      <b className="el" dir="auto">
        {usePlaceName()(link)}
      </b>
      <span className="el" dir="auto">
        {above
          .filter(each => each.id !== link.parent)
          .map(each => toDisplayName(each.name))
          .join(' › ')}
      </span>
    </div>
  )
}
