import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { hasNoFocus } from '../focus/hasNoFocus.ts'
import { isTyping, useHotkeys } from '../focus/hotkeys.ts'
import { overlays } from '../overlays/overlay.ts'

/** The rows of a list. Each has its id in the attribute `data-<name>`; an element with `data-main`, or itself, has its focus. */
interface KeyedRows {
  list: RefObject<HTMLElement | null>
  name: string
  /** The ids of all rows, in their order. */
  ids: readonly string[]
}

/** The handlers of the element around the rows. */
export interface RowHandlers {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onFocus: (event: FocusEvent<HTMLElement>) => void
}

/** The height of what covers the top of the window, in pixels. */
const headerHeight = 56

/** Returns the rendered rows. */
export const listRows = ({ list, name }: Pick<KeyedRows, 'list' | 'name'>) => [
  ...(list.current?.querySelectorAll<HTMLElement>(`[data-${name}]`) ?? []),
]
const focusRow = (row: HTMLElement | undefined) =>
  (row?.querySelector<HTMLElement>('[data-main]') ?? row)?.focus()

/**
 * Returns the handlers of a list whose rows have keys: J, K and the arrows move between the rows, and without a focus J and K
 * go to the first row in the window. The focus goes on when its row leaves the list.
 * @param onKey called with any other key, in lower case, that is pressed on a row without a modifier and outside of a text field
 */
export function useRowKeys(
  rows: KeyedRows,
  onKey: (event: KeyboardEvent<HTMLElement>, id: string | undefined, key: string) => void,
): RowHandlers {
  useEnterRows(rows)
  return {
    onFocus: useNextRowFocus(rows),
    onKeyDown(event) {
      const target = event.target as HTMLElement
      const row = target.closest<HTMLElement>(`[data-${rows.name}]`)
      if (!row || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
      const key = event.key.toLowerCase()
      if (stepRow(rows, row, key)) event.preventDefault()
      else onKey(event, row.dataset[rows.name], key)
    },
  }
}

/** Lets J and K, while nothing has the focus, go to the first row in the window. */
export function useEnterRows(rows: Pick<KeyedRows, 'list' | 'name'>): void {
  const enter = (event: globalThis.KeyboardEvent) => {
    if (!hasNoFocus() || overlays.get().length > 0) return
    event.preventDefault()
    focusRow(listRows(rows).find(row => row.getBoundingClientRect().top >= headerHeight))
  }
  useHotkeys({ j: enter, k: enter })
}

/**
 * Moves the focus from a row to the next or the previous one, by J, K and the arrows.
 * @returns false for another key, and at the end of the list
 */
export function stepRow(rows: Pick<KeyedRows, 'list' | 'name'>, row: HTMLElement, key: string): boolean {
  const step = { arrowdown: 1, j: 1, arrowup: -1, k: -1 }[key]
  if (step === undefined) return false
  const all = listRows(rows)
  const next = all[all.indexOf(row) + step]
  focusRow(next)
  return next !== undefined
}

/**
 * Moves the focus when the row that had it last leaves the list: to the next one, else to the previous one. Without a row
 * `keepFocus` moves it.
 * @returns the handler of the focus inside the list
 */
function useNextRowFocus({ list, name, ids }: KeyedRows): RowHandlers['onFocus'] {
  const last = useRef<string>(undefined)
  const before = useRef<readonly string[]>([])
  useEffect(() => {
    const at = before.current.indexOf(last.current ?? '')
    const near = [...before.current.slice(at + 1), ...before.current.slice(0, Math.max(0, at)).toReversed()]
    before.current = ids
    if (at < 0 || ids.includes(last.current ?? '')) return
    const attempt = (): unknown => {
      // A question that is answered gives the focus to the page when it closes.
      if (overlays.get().length > 0) return requestAnimationFrame(attempt)
      if (!hasNoFocus()) return undefined
      const rows = new Map(listRows({ list, name }).map(row => [row.dataset[name], row]))
      return focusRow(rows.get(near.find(id => rows.has(id)) ?? ''))
    }
    attempt()
  }, [list, name, ids])
  return ({ target }) => {
    last.current = target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name]
  }
}
