import type { EveryLink, Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links'
import { type ReactNode, useCallback } from 'react'
import type { Pages } from '../../../lib/api/pages.ts'
import type { Selection } from '../../../lib/selection.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { VirtualRows } from '../../../ui/VirtualRows.tsx'
import { LinkCard } from './LinkCard.tsx'
import { LinkMosaic } from './LinkMosaic.tsx'
import type { LinkItemProps } from './linkItem.ts'
import css from './LinkList.module.css'
import { LinkRow } from './LinkRow.tsx'
import { LinkRowHead } from './LinkRowHead.tsx'
import { SkeletonCard, SkeletonRow, LinksSkeleton } from './LinkSkeleton.tsx'
import type { LinkQuery } from '../listQuery.ts'
import { useCardMoves } from './useCardMoves.ts'
import { useLinkItems } from './useLinkItems.ts'
import { useRestoreFocus } from './useRestoreFocus.ts'
import { useListView } from './useListView.ts'
import { useListPeek } from '../peek/useListPeek.tsx'
import { useListKeys } from './useListKeys.ts'

/**
 * Shows a list of links of any length, as cards, rows or a mosaic. Only visible rows are read and rendered.
 * Arrow keys move between links, Enter opens, Space peeks, X selects, F marks a favourite.
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
  /** 1 grid, 2 list, 3 mosaic */
  view: 1 | 2 | 3
  /** Shows the collection of each link, because the list mixes collections. */
  showsCollection?: boolean
  /** The current order, for the arrow in the list's header, and the category that it shows. */
  query?: Pick<LinkQuery, 'sort' | 'order' | 'category'>
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
  const listView = useListView(view)
  const { box, layout, reveal, findAdjacent } = listView
  const { total, at } = pages
  const list = useCardMoves(box)
  const showsSound = query?.category === 5
  const { panel, peekedId, onPeek, onFocus: peekOnFocus } = useListPeek(pages, reveal)
  const { toggle, getItemProps } = useLinkItems({
    pages,
    selection,
    showsCollection,
    showsSound,
    set,
    more,
    onPeek,
    peekedId,
  })
  const onKeyDown = useListKeys({
    findAdjacent,
    total: total ?? 0,
    at,
    toggle,
    reveal,
    peek: onPeek,
    hasSelection: selection.count(total ?? 0) > 0,
  })
  const { onFocus, onBlur } = useRestoreFocus(total, at, reveal)
  if (pages.error) return <LoadError title={texts.failed} error={pages.error} onRetry={pages.retry} />
  const isLoading = total === undefined
  if (!isLoading && total === 0) return empty

  return (
    <div
      ref={list}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onFocus={event => {
        onFocus(event)
        peekOnFocus(event)
      }}
    >
      {panel}
      {isLoading ? (
        <LinksSkeleton text={loadingText} grid={view !== 2} columns={layout.columns} gap={layout.gap} />
      ) : (
        <>
          {view === 2 && <LinkRowHead {...{ showsCollection, showsSound, query }} />}
          <ListItems {...{ view, total, pages, listView, getItemProps }} />
        </>
      )}
    </div>
  )
}

/** Renders the visible links of a loaded list. */
function ListItems({
  view,
  total,
  pages: { at, show },
  listView: { layout, rowHeight, rows, mosaic },
  getItemProps,
}: {
  view: 1 | 2 | 3
  total: number
  pages: Pages<Link>
  listView: ReturnType<typeof useListView>
  getItemProps: (index: number) => LinkItemProps | null
}) {
  const grid = view === 1
  const { columns, gap } = layout
  const onVisibleRange = useCallback(
    (first: number, last: number) =>
      grid ? show(first * columns, (last + 1) * columns - 1) : show(first, last),
    [show, grid, columns],
  )
  const renderCard = (index: number) => {
    const props = getItemProps(index)
    return props ? <LinkCard {...props} isMosaic /> : <SkeletonCard />
  }
  const renderRow = (index: number) => {
    const props = getItemProps(index)
    return props ? <LinkRow {...props} /> : <SkeletonRow />
  }
  const renderRowOfCards = (row: number) => {
    const first = row * columns
    return (
      <div
        className={css.grid}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: gap }}
      >
        {Array.from({ length: Math.min(columns, total - first) }, (_, i) => {
          const props = getItemProps(first + i)
          return props ? <LinkCard key={props.link._id} {...props} /> : <SkeletonCard key={i} />
        })}
      </div>
    )
  }
  if (view === 3)
    return <LinkMosaic handle={mosaic} count={total} {...{ at, layout, renderCard }} onVisibleRange={show} />
  return (
    <VirtualRows
      handle={rows}
      count={grid ? Math.ceil(total / columns) : total}
      height={rowHeight}
      row={grid ? renderRowOfCards : renderRow}
      onVisibleRange={onVisibleRange}
    />
  )
}
