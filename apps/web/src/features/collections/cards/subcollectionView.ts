/** With more subcollections than this, a page shows them in little space, so that its links are in sight. */
const maxDetailed = 8

/**
 * Returns how a page shows subcollections: as a grid of cards, or as one strip that scrolls sideways. Many of them are never a
 * grid of detailed cards; in the manual order they are a compact one, in which they can be dragged.
 * @param count undefined until it is known
 */
export function chooseSubcollectionView(
  count: number | undefined,
  wantsDetailed: boolean,
  isManual: boolean,
): 'detailed' | 'compact' | 'strip' {
  if (!wantsDetailed) return 'compact'
  if (count === undefined || count <= maxDetailed) return 'detailed'
  return isManual ? 'compact' : 'strip'
}
