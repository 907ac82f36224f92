/**
 * Splits a list into parts of a bounded size, in order. An item that is larger than the bound is a part of its own.
 * @param sizeOf returns the size of an item
 */
export function splitList<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  { maxSize, maxCount = Infinity }: { maxSize: number; maxCount?: number },
): Item[][] {
  const parts: Item[][] = []
  let room = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (parts.length === 0 || size > room || parts.at(-1)?.length === maxCount) {
      parts.push([])
      room = maxSize
    }
    parts.at(-1)?.push(item)
    room -= size
  }
  return parts
}
