import type { Collection } from '@nestmark/contract/shapes'
import { searchTexts as texts } from '@nestmark/texts/search'
import type { Pages } from '../../lib/api/pages.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { IconArrowRight } from '../../ui/icons.ts'
import { SectionHead } from '../../ui/Section.tsx'
import { CollectionCard } from '../collections/CollectionCard.tsx'
import { CollectionGrid } from '../collections/CollectionGrid.tsx'
import { useTree } from '../collections/data.ts'
import { useSharedTree } from '../collections/sharedTree.ts'
import css from './FoundCollections.module.css'

const few = 6

/**
 * Shows the collections of the results: the first few above the links, or all of them when the search is for
 * collections only.
 */
export function FoundCollections({
  pages,
  all,
  allPath,
}: {
  pages: Pages<Collection>
  /** The page shows only collections. */
  all: boolean
  allPath: string
}) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: false })
  const indexOf = (one: Collection) => (one.owner_name === undefined ? index : shared)
  const { total } = pages
  if (!all && !total) return null
  const shown = Array.from({ length: Math.min(total ?? 0, few) }, (_, place) => pages.at(place))
  return (
    <section>
      <SectionHead small title={texts.collections} count={total}>
        {!all && (total ?? 0) > few && (
          <ButtonLink size="sm" variant="ghost" after={IconArrowRight} to={allPath}>
            {texts.viewAll}
          </ButtonLink>
        )}
      </SectionHead>
      <div className={css.place}>
        {all ? (
          <CollectionGrid pages={pages} detailed={false} canAdd={false} shared={shared} />
        ) : (
          <div className={css.grid}>
            {shown.map(
              one =>
                one && (
                  <CollectionCard key={one._id} collection={one} detailed={false} index={indexOf(one)} />
                ),
            )}
          </div>
        )}
      </div>
    </section>
  )
}
