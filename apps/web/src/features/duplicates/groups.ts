import type { DuplicateLink } from '@nestmark/contract/links/duplicates'
import { compareSortKeys, toNameSortKey } from '@nestmark/core/words/sortKeys'
import { highlightsKey } from '@nestmark/core/addresses/url'

/** Links that were saved more than once; the oldest is the first. */
export interface DuplicateGroup {
  /** The id of the first link. */
  _id: string
  links: readonly DuplicateLink[]
}

export type GroupSort = 'largest' | 'newest' | 'title'

/** The level that ticks nothing by itself: its links may be different pages. */
const unsureLevel = 5

/** The ticks that a person has changed, by the id of the link. They stay when another level is shown. */
export type ChangedTicks = ReadonlyMap<string, boolean>

/** Returns the groups of an answer. */
export function toGroups(answer: Record<string, DuplicateLink[]>): DuplicateGroup[] {
  return Object.values(answer).map(links => ({ _id: links[0]?._id ?? '', links }))
}

/** Returns groups in an order; equal ones stay as they come. */
export function sortGroups(groups: readonly DuplicateGroup[], sort: GroupSort): DuplicateGroup[] {
  if (sort === 'largest') return groups.toSorted((a, b) => b.links.length - a.links.length)
  if (sort === 'newest') return groups.toSorted((a, b) => newest(b) - newest(a))
  const keys = new Map(groups.map(group => [group._id, toNameSortKey(group.links[0]?.name ?? '')]))
  return groups.toSorted((a, b) => compareSortKeys(keys.get(a._id) ?? '', keys.get(b._id) ?? ''))
}

const newest = ({ links }: DuplicateGroup) => links.at(-1)?.create_date ?? 0

/**
 * Returns the ids of the ticked links of a group: all but the first that can be deleted, changed by the person; never all of
 * them.
 */
export function listTicked({ links }: DuplicateGroup, level: number, changed: ChangedTicks): Set<string> {
  const isTicked = (link: DuplicateLink, nth: number) =>
    link.can.trash && (changed.get(link._id) ?? (nth > 0 && level < unsureLevel))
  const ticked = links.filter(isTicked).map(link => link._id)
  // A choice at another level may have ticked the first one of this group.
  return new Set(ticked.length === links.length ? ticked.slice(1) : ticked)
}

/** Returns the link into which a merge puts the ticked ones: the first that is not ticked. */
export function findTarget(group: DuplicateGroup, ticked: ReadonlySet<string>): DuplicateLink | undefined {
  return group.links.find(link => !ticked.has(link._id))
}

/** Returns whether the ticked links can become one with the link that stays. */
export function canMerge(group: DuplicateGroup, ticked: ReadonlySet<string>): boolean {
  const target = findTarget(group, ticked)
  if (!target || ticked.size === 0 || !target.can.edit || target.enc === 1) return false
  // Tags, files and counters belong to the owner of a library.
  return group.links.every(link => !ticked.has(link._id) || link.owner_name === target.owner_name)
}

/** Returns the changes of ticks that keep the next link in place of the one that remains now. */
export function keepNext(group: DuplicateGroup, ticked: ReadonlySet<string>): Map<string, boolean> {
  const target = findTarget(group, ticked)
  const at = group.links.findIndex(link => link._id === target?._id)
  const next = group.links[(at + 1) % group.links.length]
  return keepOnly(group, next?._id ?? '')
}

/** Returns the changes of ticks that keep one link. */
export function keepOnly(group: DuplicateGroup, id: string): Map<string, boolean> {
  return new Map(group.links.map(link => [link._id, link._id !== id]))
}

/** What the link that stays has after a merge. */
export interface MergedParts {
  date: number
  tags: number
  notes: number
  highlights: number
  files: number
  isFavourite: boolean
}

/** Returns what a merge of the ticked links makes of the one that stays. */
export function describeMerge(group: DuplicateGroup, ticked: ReadonlySet<string>): MergedParts {
  const target = findTarget(group, ticked)
  const links = group.links.filter(link => link === target || ticked.has(link._id))
  // Links of one page show the same highlights.
  const pages = new Map(links.map(link => [highlightsKey(link.link), link.highlights]))
  return {
    date: Math.min(...links.map(link => link.create_date)),
    tags: new Set(links.flatMap(link => link.tags.map(tag => tag._id))).size,
    notes: Math.min(
      1,
      links.reduce((sum, link) => sum + link.note, 0),
    ),
    highlights: [...pages.values()].reduce((sum, count) => sum + count, 0),
    files: links.reduce(
      (sum, link) => sum + (link.category === target?.category ? link.s3_key.length : 0),
      0,
    ),
    isFavourite: links.some(link => link.favourite === 1),
  }
}
