import { foldText } from '../words/searchTerms.ts'
import { trackedKey } from './url.ts'

/**
 * How alike two links are; each level includes those before it: 1 the same address; 2 without scheme, `www.`, trailing
 * slash and fragment; 3 without tracking parameters; 4 the same page by its canonical address; 5 the same title on the same
 * site.
 */
export const duplicateLevels = [1, 2, 3, 4, 5] as const
export type DuplicateLevel = (typeof duplicateLevels)[number]

/** What two links are compared by. */
export interface ComparedLink {
  address: string
  /** The result of `compareKey` for the address. */
  compareKey: string
  /** The result of `compareKey` for the address that the page names as its own; '' when that is not known. */
  canonicalKey: string
  title: string
}

/** The links that belong together at one level, as positions in the compared list, in its order; at least two each. */
export type DuplicateGroups = number[][]

/**
 * Groups links at all five levels at once. Takes time in proportion to the number of links.
 * @returns the groups of each level, level 1 first, in the order of their first links
 */
export function groupDuplicates(links: readonly ComparedLink[]): DuplicateGroups[] {
  const sets = new DisjointSets(links.length)
  return duplicateLevels.map(level => {
    const firsts = new Map<string, number>()
    links.forEach((link, at) => {
      const key = levelKey(link, level)
      const first = firsts.get(key)
      if (first === undefined) firsts.set(key, at)
      else sets.join(first, at)
    })
    return sets.groups()
  })
}

/**
 * Returns a function that returns the lowest level at which a link is in one group with the first one of its group.
 * @param levels the result of `groupDuplicates` for `count` links
 */
export function createJoins(
  levels: readonly DuplicateGroups[],
  count: number,
): (first: number, at: number) => DuplicateLevel {
  const firsts = levels.map(groups => {
    const own = new Uint32Array(count)
    for (const group of groups) for (const at of group) own[at] = (group[0] ?? 0) + 1
    return own
  })
  return (first, at) => {
    const isJoined = (level: DuplicateLevel) => first === at || firsts[level - 1]?.[at] === first + 1
    return duplicateLevels.find(isJoined) ?? 5
  }
}

/** Returns the text that two links have in common at a level, apart from the levels before it. */
function levelKey(link: ComparedLink, level: DuplicateLevel): string {
  switch (level) {
    case 1:
      return link.address
    case 2:
      return trackedKey(link.address)
    case 3:
      return link.compareKey
    case 4:
      return link.canonicalKey || link.compareKey
    default:
      return `${link.compareKey.split(/[/?:#]/, 1).join('')} ${foldText(link.title).trim()}`
  }
}

/** Sets of numbers that are joined one by one. */
class DisjointSets {
  readonly #parents: number[]
  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_, at) => at)
  }

  /** Joins the sets of two numbers; the smallest number of a set represents it. */
  join(one: number, other: number): void {
    const [a, b] = [this.#find(one), this.#find(other)]
    if (a !== b) this.#parents[Math.max(a, b)] = Math.min(a, b)
  }

  /** Returns the sets with more than one number, in the order of their smallest. */
  groups(): number[][] {
    const sets = new Map<number, number[]>()
    this.#parents.forEach((_, at) => {
      const root = this.#find(at)
      if (root === at) sets.set(at, [at])
      else sets.get(root)?.push(at)
    })
    return [...sets.values()].filter(set => set.length > 1)
  }

  #find(at: number): number {
    let root = at
    for (let up = this.#parents[root] ?? root; up !== root; up = this.#parents[root] ?? root) root = up
    // Each path is shortened, so that long chains are followed once.
    for (let each = at; each !== root;) {
      const next = this.#parents[each] ?? root
      this.#parents[each] = root
      each = next
    }
    return root
  }
}
