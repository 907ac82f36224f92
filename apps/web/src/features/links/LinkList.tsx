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
import { useGridShape } from './gridShape.ts'
import type { LinkItemProps } from './item.ts'
import { LinkCard } from './LinkCard.tsx'
import css from './LinkList.module.css'
import { LinkRow, LinkRowHead } from './LinkRow.tsx'
import { BoneCard, BoneRow, LinksWaiting } from './LinkSkeleton.tsx'
import { toMovable } from './look.ts'
import type { LinkQuery } from './listQuery.ts'
import { useHeldFocus } from './useHeldFocus.ts'
import { useListKeys } from './useListKeys.ts'

/**
 * Shows a list of links of any length, as cards or rows. Only visible rows are read and rendered.
 * Arrow keys move between links, Enter opens, Space selects, F marks a favourite.
 */
export function LinkList({
  pages,
  view,
  placed = false,
  query,
  set,
  more,
  selection,
  waiting: words,
  empty,
}: {
  pages: Pages<Link>
  /** 1 grid, 2 list */
  view: 1 | 2
  /** Shows the collection of each link, because the list mixes collections. */
  placed?: boolean
  /** The current order, for the arrow in the list's header. */
  query?: Pick<LinkQuery, 'sort' | 'order'>
  /** What the list shows. With it, everything in it can be dragged, loaded or not. */
  set?: EveryLink
  /** The list contains more links than it counts. */
  more?: boolean | undefined
  selection: Selection<Link>
  /** The text for screen readers during the first load. */
  waiting?: string
  /** Shown when the list is empty. */
  empty: ReactNode
}) {
  const phone = usePhone()
  const grid = view === 1
  const { box, columns, rowHeight, gap } = useGridShape(grid, phone)
  const handle = useRef<VirtualRowsHandle>(null)
  const root = useMe()?.root_folder
  const { pathname, search } = useLocation()
  const state = useMemo(() => ({ over: { pathname, search } }), [pathname, search])
  const { total, at, show } = pages

  const lastToggled = useRef<number>(undefined)
  const toggle = useStableCallback((place: number, range: boolean) => {
    const link = at(place)
    if (!link) return
    // Without a selection, the last toggled link belongs to an earlier selection and starts no range.
    const from = selection.count(total ?? 0) > 0 ? lastToggled.current : undefined
    lastToggled.current = place
    if (!range || from === undefined) return selection.toggle(link)
    const [first, last] = [Math.min(from, place), Math.max(from, place)]
    if (last - first >= limits.idsPerCall)
      return toast({ tone: 'info', title: texts.rangeTooLong(limits.idsPerCall) })
    void pages
      .range(first, last)
      .then(selection.selectMany)
      .catch((error: unknown) => toast({ tone: 'danger', title: formatError(error) }))
  })
  const take = useStableCallback((link: Link) => {
    if (selection.every && set && selection.has(link._id)) {
      const every = { set, except: [...selection.every.except], count: selection.count(total ?? 0), more }
      return { links: [], collections: [], every, picture: link.thumbnail, onDone: selection.clear }
    }
    const many = selection.has(link._id) && !selection.every
    const chosen = many ? [...selection.items.values()] : [link]
    const movable = chosen.filter(one => one.can.move && one.is_trash === 0)
    if (movable.length === 0) return null
    const onDone = many ? selection.clear : undefined
    return { links: movable.map(toMovable), collections: [], picture: link.thumbnail, onDone }
  })
  const keys = useListKeys({
    columns: grid ? columns : 1,
    total: total ?? 0,
    at,
    toggle,
    reveal: place => handle.current?.reveal(Math.floor(place / (grid ? columns : 1))),
  })
  const held = useHeldFocus(total, at)
  const sight = useCallback(
    (first: number, last: number) =>
      grid ? show(first * columns, (last + 1) * columns - 1) : show(first, last),
    [show, grid, columns],
  )

  if (pages.error) return <LoadError title={texts.failed} error={pages.error} onRetry={pages.retry} />
  const waiting = total === undefined
  if (!waiting && total === 0) return empty

  const item = (place: number): LinkItemProps | null => {
    const link = at(place)
    if (!link) return null
    const selected = selection.has(link._id)
    return { link, place, state, placed, root, selecting: selection.active, selected, onToggle: toggle, take }
  }
  const row = (place: number) => {
    if (!grid) {
      const props = item(place)
      return props ? <LinkRow {...props} /> : <BoneRow />
    }
    const first = place * columns
    return (
      <div
        className={css.grid}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: gap }}
      >
        {Array.from({ length: Math.min(columns, (total ?? 0) - first) }, (_, i) => {
          const props = item(first + i)
          return props ? <LinkCard key={props.link._id} {...props} /> : <BoneCard key={i} />
        })}
      </div>
    )
  }
  return (
    <div ref={box} onKeyDown={keys} {...held}>
      {waiting ? (
        <LinksWaiting text={words} grid={grid} columns={columns} gap={gap} />
      ) : (
        <div>
          {!grid && <LinkRowHead placed={placed} query={query} />}
          <VirtualRows
            handle={handle}
            count={grid ? Math.ceil(total / columns) : total}
            height={rowHeight}
            row={row}
            onVisibleRange={sight}
          />
        </div>
      )}
    </div>
  )
}
