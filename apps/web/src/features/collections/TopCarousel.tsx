import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { uiTexts } from '@nestmark/texts/ui'
import type { Pages } from '../../lib/api/pages.ts'
import { usePhone } from '../../lib/media.ts'
import type { Selection } from '../../lib/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconRefresh } from '../../ui/icons.ts'
import { useNotReadWords } from '../../ui/NotRead.tsx'
import { CollectionSkeleton } from './CollectionSkeleton.tsx'
import { CollectionCard } from './CollectionCard.tsx'
import css from './Cards.module.css'
import { useTree } from './data.ts'
import { type FolderSort, HandOrderContext, useHandOrder } from './handOrder.ts'
import { NewCollection } from './NewCollection.tsx'
import { useColumns } from './useColumns.ts'

/** The maximum on the phone; 'View All' shows the others. */
const onPhone = 12

/**
 * Shows the first collections on the dashboard, in the chosen order: a row of detailed and a row of compact cards, or
 * two rows of compact cards. The last card creates a collection. On the phone it is a carousel that scrolls sideways.
 */
export function TopCarousel({
  pages,
  detailed,
  selection,
  sort,
}: {
  pages: Pages<Collection>
  detailed: boolean
  selection: Selection<Collection>
  sort: FolderSort
}) {
  const { index } = useTree()
  const phone = usePhone()
  const order = useHandOrder(pages, sort)
  const { box, columns } = useColumns()
  const { total } = pages
  const known = Math.min(total ?? 0, phone ? onPhone : columns * 2 - 1)
  const shown = Array.from({ length: known }, (_, place) => pages.at(place)).filter(one => one !== undefined)
  const card = (collection: Collection, asPocket: boolean) => (
    <CollectionCard
      key={collection._id}
      collection={collection}
      detailed={asPocket}
      index={index}
      selection={selection}
    />
  )
  if (pages.error) return <CarouselError error={pages.error} onRetry={pages.retry} />
  if (phone)
    return total === undefined ? (
      <CollectionSkeleton detailed={detailed} count={1} />
    ) : (
      <HandOrderContext value={order}>
        <div className={css.shelf}>
          {shown.map(collection => card(collection, detailed))}
          <NewCollection detailed={detailed} />
        </div>
      </HandOrderContext>
    )
  const pockets = detailed ? shown.slice(0, columns) : []
  const rest = detailed ? shown.slice(columns) : shown
  const style = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
  return (
    <div ref={box}>
      {total === undefined || columns === 0 ? (
        <CollectionSkeleton detailed={detailed} />
      ) : (
        <HandOrderContext value={order}>
          {pockets.length > 0 && (
            <div className={css.grid} style={style}>
              {pockets.map(collection => card(collection, true))}
              {pockets.length < columns && <NewCollection detailed />}
            </div>
          )}
          {(pockets.length === 0 || pockets.length === columns) && (
            <div className={classes(css.grid, pockets.length > 0 && css.second)} style={style}>
              {rest.map(collection => card(collection, false))}
              <NewCollection detailed={false} />
            </div>
          )}
        </HandOrderContext>
      )}
    </div>
  )
}

function CarouselError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { title, line, away } = useNotReadWords(texts.failed, error)
  return (
    <p className={css.failed} role={away ? 'status' : 'alert'}>
      {title}. {line}
      <Button size="sm" icon={IconRefresh} onClick={onRetry}>
        {uiTexts.retry}
      </Button>
    </p>
  )
}
