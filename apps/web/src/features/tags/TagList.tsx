import type { CountedTag } from '@nestmark/contract/tags'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { type ReactNode, useRef, type KeyboardEvent } from 'react'
import type { Pages } from '../../lib/api/pages.ts'
import { usePhone } from '../../lib/media/media.ts'
import { useToggleItem } from '../../lib/lists/ranges.ts'
import type { Selection } from '../../lib/lists/selection.ts'
import { useStableCallback } from '../../lib/useStableCallback.ts'
import { IconSortAscending, IconSortDescending } from '../../ui/icons.ts'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { skeletonOpacity, LoadingState } from '../../ui/progress/Skeleton.tsx'
import { VirtualRows, type VirtualRowsHandle } from '../../ui/lists/VirtualRows.tsx'
import { readAllTags, type TagQuery } from './data.ts'
import css from './TagList.module.css'
import { TagRowSkeleton, TagRow } from './TagRow.tsx'
import { focusWhenRendered } from '../../lib/focus/focusWhenRendered.ts'
import { isTyping } from '../../lib/focus/hotkeys.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'

/** Shows a list of tags of any length. Only visible rows are read and rendered. */
export function TagList({
  pages,
  query,
  selection,
  onDelete,
  empty,
}: {
  pages: Pages<CountedTag>
  query: TagQuery
  selection: Selection<CountedTag>
  onDelete: (tags: CountedTag[]) => void
  /** Shown when the list is empty. */
  empty: ReactNode
}) {
  const phone = usePhone()
  const handle = useRef<VirtualRowsHandle>(null)
  const { total, at, show } = pages
  // One call reads all tags; a range of pages would be many calls.
  const range: typeof pages.range = async (first, last) => (await readAllTags(query)).slice(first, last + 1)
  const toggle = useToggleItem({ ...pages, range }, selection)
  const remove = useStableCallback((tag: CountedTag) => onDelete([tag]))

  if (pages.error) return <LoadError title={texts.failed} error={pages.error} onRetry={pages.retry} />
  if (total === undefined)
    return (
      <LoadingState text={texts.looking}>
        {Array.from({ length: 8 }, (_, offset) => (
          <TagRowSkeleton key={offset} index={offset} opacity={skeletonOpacity(offset)} />
        ))}
      </LoadingState>
    )
  if (total === 0) return empty
  /** Arrows, Home and End move, Space selects, F2 edits, Delete asks for confirmation. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const item = target.closest<HTMLElement>('[data-place]')
    if (!item || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    const index = Number(item.dataset.place)
    const moves = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: total - 1 }
    const next = (moves as Record<string, number>)[event.key]
    if (next !== undefined) {
      if (next < 0 || next >= total) return
      event.preventDefault()
      handle.current?.reveal(next)
      return focusWhenRendered(event.currentTarget, next)
    }
    // Keys on the buttons of a row belong to the buttons.
    if (!target.matches('[data-main], [type=checkbox]')) return
    const tag = at(index)
    if (event.key === ' ' && target.matches('[data-main]')) toggle(index, event.shiftKey)
    else if (event.key === 'F2' && tag) openOverlay('editTag', { tag })
    else if (event.key === 'Delete' && tag) remove(tag)
    else return
    event.preventDefault()
  }
  const renderRow = (index: number) => {
    const tag = at(index)
    if (!tag) return <TagRowSkeleton index={index} />
    return (
      <TagRow
        tag={tag}
        index={index}
        phone={phone}
        selecting={selection.active}
        selected={selection.has(tag._id)}
        onToggle={toggle}
        onDelete={remove}
      />
    )
  }
  return (
    <div onKeyDown={onKeyDown}>
      {!phone && <Head query={query} />}
      <VirtualRows
        handle={handle}
        count={total}
        height={phone ? 52 : 42}
        onVisibleRange={show}
        row={renderRow}
      />
    </div>
  )
}

function Head({ query }: { query: TagQuery }) {
  return (
    <div className={`t3 f12 ${css.header}`} aria-hidden="true">
      <span />
      <span className={query.sort === 'name' ? 'row g4 t1' : undefined}>
        {texts.name}
        {query.sort === 'name' && <IconSortAscending className="i s13" />}
      </span>
      <span className={query.sort === 'links' ? 'row g4 t1' : undefined}>
        {texts.links}
        {query.sort === 'links' && <IconSortDescending className="i s13" />}
      </span>
      <span />
    </div>
  )
}
