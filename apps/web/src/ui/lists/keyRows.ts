/**
 * Returns the rows of a range with their keys: the ID of what a row shows, or its index while that is unknown. A
 * list can contain an item twice for a moment, while its pages are refetched.
 */
export function keyRows(
  first: number,
  last: number,
  getId?: (index: number) => string | undefined,
): { index: number; key: string | number }[] {
  const used = new Set<string>()
  const rows: { index: number; key: string | number }[] = []
  for (let index = first; index <= last; index++) {
    const id = getId?.(index)
    const isFree = id !== undefined && !used.has(id)
    if (isFree) used.add(id)
    rows.push({ index, key: isFree ? id : index })
  }
  return rows
}
