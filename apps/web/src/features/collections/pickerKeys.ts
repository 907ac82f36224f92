import type { KeyboardEvent } from 'react'

/**
 * Handles the keys of a box with a collection picker: Down and Up move between the search field and its matches, Enter
 * in the field chooses the first match.
 * @param onConfirm called by Enter in the field when the first match is the chosen one
 */
export function handlePickerKeys(event: KeyboardEvent<HTMLElement>, onConfirm?: () => void): void {
  const box = event.currentTarget
  const target = event.target as HTMLElement
  const isSearching = target.matches('input[type=search]')
  const listOptions = () => [...box.querySelectorAll<HTMLElement>('[role=option]')]
  if (isSearching && event.key === 'Enter') {
    // Enter must not submit the surrounding form.
    event.preventDefault()
    // The same key reports the typed text, and its matches are rendered after this event.
    requestAnimationFrame(() => {
      const first = listOptions().find(option => option.ariaDisabled !== 'true')
      if (first?.ariaSelected === 'true') onConfirm?.()
      else first?.click()
    })
    return
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || (!isSearching && !target.matches('[role=option]'))) return
  event.preventDefault()
  const options = listOptions()
  const treeRow = box.querySelector<HTMLElement>('[data-row][tabindex="0"]')
  const next = isSearching ? (options[0] ?? treeRow) : options[options.indexOf(target) + step]
  if (next) next.focus()
  else if (step < 0) box.querySelector('input')?.focus()
}
