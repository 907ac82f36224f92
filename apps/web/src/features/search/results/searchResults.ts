import { createStore } from '../../../lib/store.ts'

/** The element of the search page that shows the suggestions of the search field. */
export const suggestionSlot = createStore<HTMLElement | null>(null)

/** The text whose first result is marked: the user pressed Enter in the search field, which has the focus. */
export const markedText = createStore<string | null>(null)

/** The text whose first result opens as soon as it is loaded: the user pressed Enter once more. */
export const textToOpen = createStore<string | null>(null)

/** Handles Enter in the search field: the first one marks the first result, the next one opens it. */
export function enterSearch(text: string): void {
  if (markedText.get() === text) textToOpen.set(text)
  else markedText.set(text)
}

/** Forgets Enter, because another text is typed. */
export function forgetEnter(): void {
  markedText.set(null)
  textToOpen.set(null)
}

/** The attribute of the element around all results. */
export const resultsAttribute = { 'data-search-results': true } as const

function listResults(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-search-results] [data-main]')].filter(
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
 * Calls a function with the first result. A list renders its rows after it is measured, so it is retried for some frames.
 * @returns a function that ends the attempts
 */
function withFirstResult(action: (result: HTMLElement) => void): () => void {
  let frame = 0
  const attempt = (tries: number) => {
    const [first] = listResults()
    if (first) action(first)
    else if (tries > 0) frame = requestAnimationFrame(() => attempt(tries - 1))
  }
  attempt(40)
  return () => cancelAnimationFrame(frame)
}

/** Opens the first result, as Enter on it does. */
export function openFirstResult(): void {
  withFirstResult(first => {
    // The focus returns to the result when its page or overlay closes.
    first.focus()
    first.click()
  })
}

/**
 * Marks the first result, while the search field keeps the focus.
 * @returns a function that removes the mark
 */
export function markFirstResult(): () => void {
  let marked: HTMLElement | null = null
  const stop = withFirstResult(first => {
    marked = first.closest('article')
    marked?.setAttribute('data-marked', '')
    marked?.scrollIntoView({ block: 'nearest' })
  })
  return () => {
    stop()
    marked?.removeAttribute('data-marked')
  }
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
