let lastResort: Element | null = null

/** Focuses a part of the page because the control that had the focus was removed. It counts as no focus. */
export function focusLastResort(part: HTMLElement): void {
  lastResort = part
  part.focus({ preventScroll: true })
}

/** Returns whether nothing on the page has the focus, or only a part in place of a control that was removed. */
export function hasNoFocus(): boolean {
  const { activeElement } = document
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.id === 'main' ||
    activeElement === lastResort
  )
}
