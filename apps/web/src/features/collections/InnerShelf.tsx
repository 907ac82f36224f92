import type { Collection } from '@nestmark/contract/shapes'
import type { Pages } from '../../lib/api/pages.ts'
import css from './Cards.module.css'
import { CollectionBones } from './CollectionBones.tsx'
import { CollectionCard } from './CollectionCard.tsx'
import { useTree } from './data.ts'
import { NewCollection } from './NewCollection.tsx'
import { useShelf } from './useShelf.ts'

/** On the phone: the collections inside one, on a shelf that scrolls sideways and grows as it is scrolled. */
export function InnerShelf({
  pages,
  parent,
  canAdd,
}: {
  pages: Pages<Collection>
  parent: string
  canAdd: boolean
}) {
  const { index } = useTree()
  const { shown, onScroll } = useShelf(pages)
  if (pages.total === undefined) return <CollectionBones detailed={false} count={1} />
  return (
    <div className={css.shelf} onScroll={onScroll}>
      {shown.map(collection => (
        <CollectionCard key={collection._id} collection={collection} detailed={false} index={index} />
      ))}
      {canAdd && <NewCollection parent={parent} detailed={false} />}
    </div>
  )
}
