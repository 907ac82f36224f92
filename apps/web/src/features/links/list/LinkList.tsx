import type { EveryLink, Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { Fragment, type ReactNode, use, useCallback } from 'react'
import { useLocation } from '../../../lib/router/location.ts'
import { withParameters } from '../../../lib/addresses.ts'
import type { Pages } from '../../../lib/api/pages.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { LoadError } from '../../../ui/progress/LoadError.tsx'
import { VariableRows } from '../../../ui/lists/VariableRows.tsx'
import { VirtualRows } from '../../../ui/lists/VirtualRows.tsx'
import type { LeadingCell } from './layout/cellOrder.ts'
import { LinkCard } from './items/LinkCard.tsx'
import { LinkMosaic } from './layout/LinkMosaic.tsx'
import { type LinkItemProps, LinkItemOverrideContext } from './items/linkItem.ts'
import css from './LinkList.module.css'
import { LinkRow } from './items/LinkRow.tsx'
import { LinkOrderContext, type LinkOrder } from './tools/linkOrder.ts'
import { LinkRowHead } from './items/LinkRowHead.tsx'
import { SkeletonCard, SkeletonRow, LinksSkeleton } from './layout/LinkSkeleton.tsx'
import type { LinkQuery } from '../listQuery.ts'
import { OrderCell } from './layout/OrderCell.tsx'
import { useCardMoves } from './tools/useCardMoves.ts'
import { useMoveByKey } from './tools/useMoveByKey.ts'
import { useLinkItems } from './useLinkItems.ts'
import { useRestoreFocus } from './useRestoreFocus.ts'
import { useListView } from './useListView.ts'
import { useListPeek } from '../peek/useListPeek.tsx'
import { useListKeys } from './useListKeys.ts'

const noCells: readonly LeadingCell[] = []

/**
 * Shows a list of links of any length, as cards, rows or a mosaic. Only visible rows are read and rendered.
 * Arrow keys move between links, Enter opens, Space peeks, X selects, F marks a favourite.
 */
export function LinkList({
  pages,
  view: chosenView,
  showsCollection = false,
  query,
  set,
  more,
  order = null,
  selection,
  loadingText,
  leading = noCells,
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
  /** Changes the manual order of the list. */
  order?: LinkOrder | null
  selection: Selection<Link>
  /** The text for screen readers during the first load. */
  loadingText?: string
  /** The cells before the links. They are shown while the links are loading, too. */
  leading?: readonly LeadingCell[]
  /** Shown when the list is empty. */
  empty: ReactNode
}) {
  const override = use(LinkItemOverrideContext)
  const view = override && chosenView === 3 ? 1 : chosenView
  const listView = useListView(view, leading, override?.sizes)
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
  const { onFocus, onBlur } = useRestoreFocus(total, at, reveal, layout.columns)
  const moveByKey = useMoveByKey(order, at, view === 2 ? 1 : layout.columns)
  if (pages.error) return <LoadError title={texts.failed} error={pages.error} onRetry={pages.retry} />
  const isLoading = total === undefined
  const isEmpty = listView.order.countCells(total ?? 0) === 0
  if (!isLoading && isEmpty) return empty

  return (
    <LinkOrderContext value={order}>
      <div
        ref={list}
        onKeyDown={event => {
          if (!moveByKey(event)) onKeyDown(event)
        }}
        onBlur={onBlur}
        onFocus={event => {
          onFocus(event)
          peekOnFocus(event)
        }}
      >
        {panel}
        {view === 2 && !isEmpty && !override && <LinkRowHead {...{ showsCollection, showsSound, query }} />}
        {!isEmpty && (
          <ListItems {...{ view, total: total ?? 0, pages, leading, order, listView, getItemProps }} />
        )}
        {isLoading && (
          <LinksSkeleton text={loadingText} grid={view !== 2} columns={layout.columns} gap={layout.gap} />
        )}
      </div>
    </LinkOrderContext>
  )
}

/** Renders the visible cells of a list. */
function ListItems({
  view,
  total,
  pages: { at, show },
  leading,
  order: manualOrder,
  listView: { layout, rowHeight, rows, mosaic, order },
  getItemProps,
}: {
  view: 1 | 2 | 3
  total: number
  pages: Pages<Link>
  leading: readonly LeadingCell[]
  order: LinkOrder | null
  listView: ReturnType<typeof useListView>
  getItemProps: (index: number) => LinkItemProps | null
}) {
  const { columns, gap } = layout
  const Item = use(LinkItemOverrideContext)?.Item
  const { pathname, search } = useLocation()
  const inRow = view === 1 ? columns : 1
  const count = order.countCells(total)
  const onVisibleRange = useCallback(
    (firstRow: number, lastRow: number) => {
      const first = order.countLinksBefore(firstRow * inRow)
      show(first, Math.max(first, order.countLinksBefore((lastRow + 1) * inRow) - 1))
    },
    [show, inRow, order],
  )
  const renderCard = (index: number) => {
    const props = getItemProps(index)
    return props ? <LinkCard {...props} isMosaic /> : <SkeletonCard />
  }
  const inCell = (id: string, item: ReactNode) =>
    manualOrder ? (
      <OrderCell id={id} isRow={view === 2} order={manualOrder}>
        {item}
      </OrderCell>
    ) : (
      item
    )
  const renderRow = (cell: number) => {
    const link = order.linkAt(cell)
    if (link === undefined) return leading[cell]?.content
    const props = getItemProps(link)
    if (!props) return <SkeletonRow />
    return inCell(props.link._id, Item ? <Item {...props} isRow /> : <LinkRow {...props} />)
  }
  const renderRowOfCards = (row: number) => {
    const first = row * columns
    return (
      <div
        className={css.grid}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: gap }}
      >
        {Array.from({ length: Math.min(columns, count - first) }, (_, i) => {
          const link = order.linkAt(first + i)
          if (link === undefined) {
            const cell = leading[first + i]
            return <Fragment key={cell?.key}>{cell?.content}</Fragment>
          }
          const props = getItemProps(link)
          if (!props) return <SkeletonCard key={i} />
          const card = Item ? <Item {...props} isRow={false} /> : <LinkCard {...props} />
          return <Fragment key={props.link._id}>{inCell(props.link._id, card)}</Fragment>
        })}
      </div>
    )
  }
  const toRowId = (cell: number) => {
    const link = order.linkAt(cell)
    return link === undefined ? leading[cell]?.key : at(link)?._id
  }
  if (view === 3)
    return (
      <LinkMosaic
        handle={mosaic}
        count={total}
        {...{ leading, at, layout, renderCard }}
        onVisibleRange={show}
      />
    )
  const common = { handle: rows, count: Math.ceil(count / inRow), onVisibleRange }
  if (view === 2) return <VirtualRows {...common} height={rowHeight} row={renderRow} rowId={toRowId} />
  // A row of cards is as high as its highest one: titles have one line or two, and some cards no tags. Its height is cached
  // by its place, because a link that comes first moves all others.
  const isLoaded = (row: number) =>
    Array.from({ length: Math.min(columns, count - row * columns) }, (_, i) =>
      order.linkAt(row * columns + i),
    ).every(link => link === undefined || at(link) !== undefined)
  return (
    <VariableRows
      {...common}
      name={pathname + withParameters(search, { peek: '' })}
      perRow={columns}
      estimate={rowHeight}
      overscan={4 * rowHeight}
      row={renderRowOfCards}
      rowId={row => (isLoaded(row) ? `${row}` : undefined)}
    />
  )
}
