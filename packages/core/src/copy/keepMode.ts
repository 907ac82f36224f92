/** What is kept of a page: the whole page and its article, the article alone, or nothing. */
export type KeepMode = 'full' | 'reader' | 'never'

const order: readonly KeepMode[] = ['never', 'reader', 'full']

/**
 * Returns what is kept of the page of a link: the choice for the link, otherwise the choice of its owner, but no more than
 * the server and the plan allow.
 * @param server what the operator allows
 * @param hasFullCopies whether the plan includes copies of whole pages
 */
export function chooseKeepMode(
  link: KeepMode | null,
  owner: KeepMode,
  server: 'full' | 'reader' | 'off',
  hasFullCopies: boolean,
): KeepMode {
  const allowed: KeepMode = server === 'off' ? 'never' : hasFullCopies ? server : 'reader'
  const wanted = link ?? owner
  return order.indexOf(wanted) <= order.indexOf(allowed) ? wanted : allowed
}
