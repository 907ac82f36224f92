import type { Link } from '@nestmark/contract/shapes'

/** One item of a checklist and its new state. */
export interface ChecklistTick {
  text: string
  place: number
  done: boolean
}

/** Returns a checklist with one item set. If another change has moved the item, it is found by its text. */
export function applyTick(
  items: Link['check_list'],
  { text, place, done }: ChecklistTick,
): Link['check_list'] {
  const index = items[place]?.text === text ? place : items.findIndex(item => item.text === text)
  return items.map((item, i) => (i === index ? { ...item, done } : item))
}
