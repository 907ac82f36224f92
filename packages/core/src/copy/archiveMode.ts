/** The stored copies of a page: the full page and its article, the article only, or none. */
export type ArchiveMode = 'full' | 'reader' | 'never'

const order: readonly ArchiveMode[] = ['never', 'reader', 'full']

/**
 * Returns which copies of the page of a link are stored: the choice for the link, otherwise the choice of its
 * owner, but no more than the server and the plan allow.
 * @param server the maximum that the operator allows
 * @param hasFullCopies whether the plan includes copies of full pages
 */
export function chooseArchiveMode(
  link: ArchiveMode | null,
  owner: ArchiveMode,
  server: 'full' | 'reader' | 'off',
  hasFullCopies: boolean,
): ArchiveMode {
  const allowed: ArchiveMode = server === 'off' ? 'never' : hasFullCopies ? server : 'reader'
  const wanted = link ?? owner
  return order.indexOf(wanted) <= order.indexOf(allowed) ? wanted : allowed
}
