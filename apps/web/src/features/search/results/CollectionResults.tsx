import type { Collection } from '@nestmark/contract/shapes'
import { searchTexts as texts } from '@nestmark/texts/search/search'
import { listLoaded, type Pages } from '../../../lib/api/pages.ts'
import { ButtonLink } from '../../../ui/fields/Button.tsx'
import { IconArrowRight } from '../../../ui/icons.ts'
import { SectionHead } from '../../../ui/page/Section.tsx'
import { CollectionCard } from '../../collections/cards/CollectionCard.tsx'
import { CollectionGrid } from '../../collections/cards/CollectionGrid.tsx'
import { useIndexOf } from '../../collections/useSharedTree.ts'
import css from './CollectionResults.module.css'

const maxShown = 6

/**
 * Shows the collections of the results: the first few above the links, or all of them when the search is for
 * collections only.
 */
export function CollectionResults({
  pages,
  collectionsOnly,
  allPath,
}: {
  pages: Pages<Collection>
  /** The page shows only collections. */
  collectionsOnly: boolean
  allPath: string
}) {
  const indexOf = useIndexOf()
  const { total } = pages
  if (!collectionsOnly && !total) return null
  return (
    <section>
      <SectionHead small title={texts.collections} count={total}>
        {!collectionsOnly && (total ?? 0) > maxShown && (
          <ButtonLink size="sm" variant="ghost" iconAfter={IconArrowRight} to={allPath}>
            {texts.viewAll}
          </ButtonLink>
        )}
      </SectionHead>
      <div style={{ margin: '2px 0 26px' }}>
        {collectionsOnly ? (
          <CollectionGrid pages={pages} detailed={false} canAdd={false} />
        ) : (
          <div className={css.grid}>
            {listLoaded(pages, Math.min(total ?? 0, maxShown)).map(collection => (
              <CollectionCard
                key={collection._id}
                collection={collection}
                detailed={false}
                index={indexOf(collection)}
              />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
