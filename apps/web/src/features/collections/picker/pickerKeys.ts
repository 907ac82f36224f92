import type { KeyboardEvent } from 'react'

const listOptions = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[role=option]')]

/**
 * Handles Down and Up between a search field and the options below it.
 * @param fallback the element below the field where there is no option
 * @returns false for other keys
 */
export function stepThroughOptions(event: KeyboardEvent<HTMLElement>, fallback = ''): boolean {
  const box = event.currentTarget
  const target = event.target as HTMLElement
  const isSearching = target.matches('input[type=search]')
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || (!isSearching && !target.matches('[role=option]'))) return false
  event.preventDefault()
  const options = listOptions(box)
  const other = fallback === '' ? null : box.querySelector<HTMLElement>(fallback)
  const next = isSearching ? (options[0] ?? other) : options[options.indexOf(target) + step]
  if (next) next.focus()
  else if (step < 0) box.querySelector('input')?.focus()
  return true
}

/**
 * Handles the keys of a box with a collection picker: Down and Up move between the search field and its matches, Enter
 * in the field chooses the first match, which may be the new collection of that name.
 * @param onConfirm called by Enter in the field when the first match is the chosen one, and when the field is empty
 */
export function handlePickerKeys(event: KeyboardEvent<HTMLElement>, onConfirm?: () => void): void {
  const box = event.currentTarget
  const target = event.target as HTMLElement
  if (event.key !== 'Enter' || !target.matches('input[type=search]'))
    return void stepThroughOptions(event, '[data-row][tabindex="0"]')
  // Enter must not submit the surrounding form.
  event.preventDefault()
  if ((target as HTMLInputElement).value.trim() === '') return onConfirm?.()
  // The same key reports the typed text, and its matches are rendered after this event.
  requestAnimationFrame(() => {
    const first = listOptions(box).find(option => option.ariaDisabled !== 'true')
    if (first?.ariaSelected === 'true') onConfirm?.()
    else first?.click()
  })
}
