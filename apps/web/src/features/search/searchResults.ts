import { createStore } from '../../lib/store.ts'

/** The element of the search page that shows the suggestions of the search field. */
export const suggestionSlot = createStore<HTMLElement | null>(null)

/** Stores the element, as the `ref` of the slot. */
export function setSuggestionSlot(element: HTMLElement | null): void {
  suggestionSlot.set(element)
}

/** The text whose first result opens as soon as it is loaded: the user pressed Enter in the search field. */
export const textToOpen = createStore<string | null>(null)

/** The attribute of the element around all results. */
export const resultsAttribute = { 'data-search-results': true } as const

function listResults(root: ParentNode = document): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-search-results] [data-main]')].filter(
    each => each.closest('[inert]') === null,
  )
}

/** Focuses the first result. Returns false if there is none. */
export function focusFirstResult(): boolean {
  const [first] = listResults()
  first?.focus()
  return first !== undefined
}

/**
 * Opens the first result, as Enter on it does. A list renders its rows after it is measured, so it is retried for
 * some frames.
 */
export function openFirstResult(tries = 40): void {
  const [first] = listResults()
  if (!first) {
    if (tries > 0) requestAnimationFrame(() => openFirstResult(tries - 1))
    return
  }
  // The focus returns to the result when its page or overlay closes.
  first.focus()
  first.click()
}

/**
 * Moves the focus from a result to the one before or after it in the page. Lists of links handle their own arrow keys,
 * so this moves between collections, and over the ends of the lists.
 * @returns false if there is no such result
 */
export function focusNextResult(current: HTMLElement, step: -1 | 1): boolean {
  const all = listResults()
  const next = all[all.indexOf(current) + step]
  if (!next || !all.includes(current)) return false
  next.focus()
  return true
}

/** Focuses the search field, with the cursor at its end. */
export function focusSearchField(): void {
  const field = document.querySelector<HTMLInputElement>('[role=search] input[type=search]')
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
