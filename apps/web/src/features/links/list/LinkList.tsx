import type { EveryLink, Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links'
import { type ReactNode, useCallback, useRef } from 'react'
import type { Pages } from '../../../lib/api/pages.ts'
import { usePhone } from '../../../lib/media.ts'
import type { Selection } from '../../../lib/selection.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { VirtualRows, type VirtualRowsHandle } from '../../../ui/VirtualRows.tsx'
import { useGridLayout } from './gridLayout.ts'
import { LinkCard } from './LinkCard.tsx'
import css from './LinkList.module.css'
import { LinkRow } from './LinkRow.tsx'
import { LinkRowHead } from './LinkRowHead.tsx'
import { SkeletonCard, SkeletonRow, LinksSkeleton } from './LinkSkeleton.tsx'
import type { LinkQuery } from '../listQuery.ts'
import { useLinkItems } from './useLinkItems.ts'
import { useRestoreFocus } from './useRestoreFocus.ts'
import { useListKeys } from './useListKeys.ts'

/**
 * Shows a list of links of any length, as cards or rows. Only visible rows are read and rendered.
 * Arrow keys move between links, Enter opens, Space selects, F marks a favourite.
 */
export function LinkList({
  pages,
  view,
  showsCollection = false,
  query,
  set,
  more,
  selection,
  loadingText,
  empty,
}: {
  pages: Pages<Link>
  /** 1 grid, 2 list */
  view: 1 | 2
  /** Shows the collection of each link, because the list mixes collections. */
  showsCollection?: boolean
  /** The current order, for the arrow in the list's header. */
  query?: Pick<LinkQuery, 'sort' | 'order'>
  /** What the list shows. With it, everything in it can be dragged, loaded or not. */
  set?: EveryLink
  /** The list contains more links than it counts. */
  more?: boolean | undefined
  selection: Selection<Link>
  /** The text for screen readers during the first load. */
  loadingText?: string
  /** Shown when the list is empty. */
  empty: ReactNode
}) {
  const phone = usePhone()
  const grid = view === 1
  const { box, columns, rowHeight, gap } = useGridLayout(grid, phone)
  const handle = useRef<VirtualRowsHandle>(null)
  const { total, at, show } = pages
  const { toggle, getItemProps } = useLinkItems({ pages, selection, showsCollection, set, more })
  const onKeyDown = useListKeys({
    columns: grid ? columns : 1,
    total: total ?? 0,
    at,
    toggle,
    reveal: index => handle.current?.reveal(Math.floor(index / (grid ? columns : 1))),
  })
  const focusHandlers = useRestoreFocus(total, at)
  const onVisibleRange = useCallback(
    (first: number, last: number) =>
      grid ? show(first * columns, (last + 1) * columns - 1) : show(first, last),
    [show, grid, columns],
  )

  if (pages.error) return <LoadError title={texts.failed} error={pages.error} onRetry={pages.retry} />
  const isLoading = total === undefined
  if (!isLoading && total === 0) return empty

  const renderRow = (index: number) => {
    if (!grid) {
      const props = getItemProps(index)
      return props ? <LinkRow {...props} /> : <SkeletonRow />
    }
    const first = index * columns
    return (
      <div
        className={css.grid}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: gap }}
      >
        {Array.from({ length: Math.min(columns, (total ?? 0) - first) }, (_, i) => {
          const props = getItemProps(first + i)
          return props ? <LinkCard key={props.link._id} {...props} /> : <SkeletonCard key={i} />
        })}
      </div>
    )
  }
  return (
    <div ref={box} onKeyDown={onKeyDown} {...focusHandlers}>
      {isLoading ? (
        <LinksSkeleton text={loadingText} grid={grid} columns={columns} gap={gap} />
      ) : (
        <div>
          {!grid && <LinkRowHead showsCollection={showsCollection} query={query} />}
          <VirtualRows
            handle={handle}
            count={grid ? Math.ceil(total / columns) : total}
            height={rowHeight}
            row={renderRow}
            onVisibleRange={onVisibleRange}
          />
        </div>
      )}
    </div>
  )
}
