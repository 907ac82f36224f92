import type { EveryLink, Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { linksTexts as texts } from '@nestmark/texts/links'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { formatError } from '../../lib/api/client.ts'
import type { Pages } from '../../lib/api/pages.ts'
import { usePhone } from '../../lib/media.ts'
import type { Selection } from '../../lib/selection.ts'
import { useStableCallback } from '../../lib/useStableCallback.ts'
import { toast } from '../../lib/toasts.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { VirtualRows, type VirtualRowsHandle } from '../../ui/VirtualRows.tsx'
import { useMe } from '../session/data.ts'
import { useGridLayout } from './gridLayout.ts'
import type { LinkItemProps } from './linkItem.ts'
import { LinkCard } from './LinkCard.tsx'
import css from './LinkList.module.css'
import { LinkRow, LinkRowHead } from './LinkRow.tsx'
import { SkeletonCard, SkeletonRow, LinksSkeleton } from './LinkSkeleton.tsx'
import { toMovable } from './linkDisplay.ts'
import type { LinkQuery } from './listQuery.ts'
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
  const rootId = useMe()?.root_folder
  const { pathname, search } = useLocation()
  const state = useMemo(() => ({ over: { pathname, search } }), [pathname, search])
  const { total, at, show } = pages

  const lastToggled = useRef<number>(undefined)
  const toggle = useStableCallback((index: number, range: boolean) => {
    const link = at(index)
    if (!link) return
    // Without a selection, the last toggled link belongs to an earlier selection and starts no range.
    const from = selection.count(total ?? 0) > 0 ? lastToggled.current : undefined
    lastToggled.current = index
    if (!range || from === undefined) return selection.toggle(link)
    const [first, last] = [Math.min(from, index), Math.max(from, index)]
    if (last - first >= limits.idsPerCall)
      return toast({ tone: 'info', title: texts.rangeTooLong(limits.idsPerCall) })
    void pages
      .range(first, last)
      .then(selection.selectMany)
      .catch((error: unknown) => toast({ tone: 'danger', title: formatError(error) }))
  })
  const getDragContent = useStableCallback((link: Link) => {
    if (selection.every && set && selection.has(link._id)) {
      const every = { set, except: [...selection.every.except], count: selection.count(total ?? 0), more }
      return { links: [], collections: [], every, picture: link.thumbnail, onDone: selection.clear }
    }
    const isMulti = selection.has(link._id) && !selection.every
    const selectedLinks = isMulti ? [...selection.items.values()] : [link]
    const movable = selectedLinks.filter(one => one.can.move && one.is_trash === 0)
    if (movable.length === 0) return null
    const onDone = isMulti ? selection.clear : undefined
    return { links: movable.map(toMovable), collections: [], picture: link.thumbnail, onDone }
  })
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

  const getItemProps = (index: number): LinkItemProps | null => {
    const link = at(index)
    if (!link) return null
    const selected = selection.has(link._id)
    return {
      link,
      index,
      state,
      showsCollection,
      rootId,
      selecting: selection.active,
      selected,
      onToggle: toggle,
      getDragContent,
    }
  }
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
