/** The stored copies of a page: the full page and its article, the article only, or none. */
export type KeepMode = 'full' | 'reader' | 'never'

const order: readonly KeepMode[] = ['never', 'reader', 'full']

/**
 * Returns which copies of the page of a link are stored: the choice for the link, otherwise the choice of its
 * owner, but no more than the server and the plan allow.
 * @param server the maximum that the operator allows
 * @param hasFullCopies whether the plan includes copies of full pages
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
