import {
  createJoins,
  type DuplicateGroups,
  type DuplicateLevel,
  groupDuplicates,
} from '@nestmark/core/addresses/duplicates'
import type { Actor } from '../../access/actor.ts'
import { isAllowed } from '../../access/policies.ts'
import type { Queries } from '../../db/db.ts'
import { readOwnership } from '../collections/placing/ownership.ts'
import { type ComparedRow, listCompared, listRepeated, listDistinct } from './store.ts'

/** The duplicates that a person sees. */
export interface FoundDuplicates {
  /** The oldest first. */
  links: readonly ComparedRow[]
  /** The groups of each level, as positions in `links`. */
  levels: readonly DuplicateGroups[]
  /** Returns the lowest level at which a link is in one group with the first one of its group. */
  joins(first: number, at: number): DuplicateLevel
}

/**
 * Finds the links that a person has more than once. A group is left out when the person can delete no link of it, or has said
 * that all its links are distinct.
 */
export async function readGroups(db: Queries, actor: Pick<Actor, 'personId'>): Promise<FoundDuplicates> {
  const links = await listCompared(db, await listRepeated(db, actor.personId))
  const [ownership, distinct] = await Promise.all([
    readOwnership(db, actor, links),
    listDistinct(db, actor.personId),
  ])
  const isDeletable = links.map(link => isAllowed(ownership.of(link).role, 'links.trash'))
  const all = groupDuplicates(
    links.map(link => ({
      address: link.address,
      compareKey: link.compare_key,
      canonicalKey: link.canonical_key,
      title: link.title,
    })),
  )
  const isShown = (group: readonly number[]) =>
    group.some(at => isDeletable[at]) && !haveCommonMark(group.map(at => distinct.get(links[at]?.id ?? '')))
  return { links, levels: all.map(groups => groups.filter(isShown)), joins: createJoins(all, links.length) }
}

/** Returns whether the marks of all links include the same one. */
function haveCommonMark(marks: readonly (ReadonlySet<string> | undefined)[]): boolean {
  const [first, ...others] = marks
  return [...(first ?? [])].some(mark => others.every(each => each?.has(mark)))
}
