import { linksTexts } from '@nestmark/texts/links/links'
import { useRef } from 'react'
import type { Pages } from '../api/pages.ts'
import { showError } from '../api/showError.ts'
import { toast } from '../toasts.ts'
import { useStableCallback } from '../useStableCallback.ts'
import type { Selection } from './selection.ts'

/** How far an item is looked for when others were added or removed before it. */
const searchedDistance = 200

/** Returns the index of an item that was at an index before the list changed; -1 when it is not near it. */
export function findNear({ at }: Pick<Pages<{ _id: string }>, 'at'>, id: string, index: number): number {
  for (let distance = 0; distance <= searchedDistance; distance++)
    for (const near of [index - distance, index + distance])
      if (near >= 0 && at(near)?._id === id) return near
  return -1
}

/** Selects a range of a list, loaded or not. A toast says when it is longer than the calls on it allow. */
export function selectRange<Item extends { _id: string }>(
  pages: Pages<Item>,
  selection: Selection<Item>,
  [first, last]: readonly [number, number],
  maxLength: number,
): void {
  if (last - first >= maxLength)
    return void toast({ tone: 'info', title: linksTexts.rangeTooLong(maxLength) })
  const items = Array.from({ length: last + 1 - first }, (_, offset) => pages.at(first + offset))
  if (items.every(item => item !== undefined)) return selection.selectMany(items)
  void pages.range(first, last).then(selection.selectMany).catch(showError)
}

/** Returns a function that selects or deselects an item of a list, or selects the range from the last one to it. */
export function useToggleItem<Item extends { _id: string }>(
  pages: Pages<Item>,
  selection: Selection<Item>,
  maxLength = Infinity,
): (index: number, range: boolean) => void {
  const lastToggled = useRef<{ id: string; index: number }>(undefined)
  return useStableCallback((index: number, range: boolean) => {
    const item = pages.at(index)
    if (!item) return
    // Without a selection, the last toggled item belongs to an earlier selection and starts no range.
    const last = selection.count(pages.total ?? 0) > 0 ? lastToggled.current : undefined
    lastToggled.current = { id: item._id, index }
    if (!range || !last) return selection.toggle(item)
    const near = findNear(pages, last.id, last.index)
    const from = near < 0 ? last.index : near
    selectRange(pages, selection, [Math.min(from, index), Math.max(from, index)], maxLength)
  })
}
