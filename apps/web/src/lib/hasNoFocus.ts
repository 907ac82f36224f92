/** Returns whether nothing on the page has the focus. */
export function hasNoFocus(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.id === 'main'
}
