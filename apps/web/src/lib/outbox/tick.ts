import type { Link } from '@nestmark/contract/shapes'

/** One item of a checklist and what it was set to. */
export interface ChecklistTick {
  text: string
  place: number
  done: boolean
}

/** A checklist with one item set. Another change may have moved the item: its words find it again. */
export function applyTick(
  items: Link['check_list'],
  { text, place, done }: ChecklistTick,
): Link['check_list'] {
  const at = items[place]?.text === text ? place : items.findIndex(item => item.text === text)
  return items.map((item, i) => (i === at ? { ...item, done } : item))
}
