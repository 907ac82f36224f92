/**
 * Splits a list into parts of a bounded size, in order. An item that is larger than the bound is a separate part.
 * @param sizeOf returns the size of an item
 */
export function splitList<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  { maxSize, maxCount = Infinity }: { maxSize: number; maxCount?: number },
): Item[][] {
  const parts: Item[][] = []
  let left = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (parts.length === 0 || size > left || parts.at(-1)?.length === maxCount) {
      parts.push([])
      left = maxSize
    }
    parts.at(-1)?.push(item)
    left -= size
  }
  return parts
}
