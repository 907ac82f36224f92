/** A part of an address. `differs`: the other address does not have it. */
export interface AddressPart {
  text: string
  differs: boolean
}

/**
 * Returns the parts of an address as a tile shows it: without `https://`, and with `http://` only where the first link of the
 * group has another scheme. What the first address does not have is marked.
 * @param first the address of the first link of the group
 */
export function diffAddress(address: string, first: string): AddressPart[] {
  const [own, other] = [split(address), split(first)]
  const common = findCommon(own, other)
  const hasSameScheme = own[0] === other[0]
  const shown = own.flatMap((text, at): AddressPart[] => {
    if (at === 0 && (hasSameScheme || text !== 'http://')) return []
    return [{ text, differs: !common.has(at) }]
  })
  const joined: AddressPart[] = []
  for (const part of shown) {
    const last = joined.at(-1)
    if (last?.differs === part.differs) last.text += part.text
    else joined.push({ ...part })
  }
  return joined
}

/** Splits an address into its scheme and the pieces that usually differ as a whole. */
function split(address: string): string[] {
  const [, scheme = '', rest = ''] = /^([a-z]+:\/\/)?(.*)$/is.exec(address) ?? []
  return [scheme.toLowerCase(), ...(rest.match(/^www\.|[/?#&]?[^/?#&]+|[/?#&]/gi) ?? [])]
}

/** A longer address is compared by its beginning: its parts beyond this number differ. */
const maxParts = 200

/** Returns which pieces are in the longest common subsequence of both. */
function findCommon(own: readonly string[], other: readonly string[]): Set<number> {
  const [rows, columns] = [Math.min(own.length, maxParts), Math.min(other.length, maxParts)]
  const lengths = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1))
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      (lengths[row] ?? [])[column] =
        own[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const common = new Set<number>()
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (own[row] === other[column]) {
      common.add(row++)
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return common
}
