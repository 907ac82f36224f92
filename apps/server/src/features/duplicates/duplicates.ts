import * as contract from '@nestmark/contract/links/duplicates'
import type { DuplicateLink } from '@nestmark/contract/links/duplicates'
import type { Link } from '@nestmark/contract/shapes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { pluck } from '@nestmark/core/pluck'
import type { Output } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { action } from '../../calls/action.ts'
import { readGroups } from './readGroups.ts'
import { refuse } from '../../access/refuse.ts'
import { linksWithRoles } from '../../access/roles.ts'
import { newId } from '../../db/newId.ts'
import { addDistinct, removeDistinct, countHighlights, listNoted } from './store.ts'
import { trashBatch } from '../links/sets/batches.ts'
import { filterDuplicates } from '../links/saving/duplicateFilter.ts'
import { runAction } from '../links/sets/targets.ts'
import type { Call } from '../../calls/call.ts'
import { toPageKey } from '../highlights/pages/pageKey.ts'
import { linksWithKeys } from '../links/lists/linkPageQuery.ts'
import { presentMixed } from '../links/lists/readLinks.ts'
import { grantLinks } from '../../access/grant.ts'
import { lockTree } from '../../db/dialect.ts'
import { enqueueBulkAction, replyToBulkAction } from '../../undo/bulkActions.ts'
import { openUndoRecord } from '../../undo/store.ts'
import { isLive } from '../links/lists/liveLinks.ts'
import { mergeBatch } from './mergeBatch.ts'

/** Counts the caller's duplicates at each level; a feature of the paid plans. */
export const countDuplicates = action(
  contract.countDuplicates,
  { heavy: true, longResponse: true, isOwn: true },
  async ({ actor, services }) => {
    requirePlanFeature(actor.plan, 'duplicates')
    const { levels } = await readGroups(services.db.read, actor)
    return {
      groups: levels.map(groups => groups.length),
      links: levels.map(groups => groups.reduce((sum, group) => sum + group.length, 0)),
    }
  },
)

/** Marks links as no duplicates of each other, or removes such a mark. Nobody but the caller sees it. */
export const markDistinct = action(contract.markDistinct, async ({ actor, services }, { links, undo }) => {
  requirePlanFeature(actor.plan, 'duplicates')
  return services.db.write(async tx => {
    if (undo !== undefined) {
      if ((await removeDistinct(tx, actor.personId, undo)) === 0) refuse('undo.expired')
      return { undo: null }
    }
    const ids = [...new Set(links)]
    if (ids.length < 2) refuse('links.noneChosen')
    // Ids of links that the caller cannot see must not be stored.
    const seen = await linksWithRoles(tx, actor, ids)
    if (seen.length < ids.length || seen.some(link => link.role === null)) refuse('links.notFound')
    const mark = newId()
    await addDistinct(tx, actor.personId, mark, ids)
    return { undo: mark }
  })
})

/**
 * Moves duplicate or broken links to the trash (FIND-04); a feature of the paid plans. Keeps a duplicate whose other copy
 * is deleted (C07): a few are refused together, a job leaves those out.
 */
export const deleteDuplicateBroken = action(contract.deleteDuplicateBroken, async (call, { links }) => {
  requirePlanFeature(call.actor.plan, 'duplicates')
  const ids = links.map(link => link._id)
  const remaining = Object.fromEntries(links.flatMap(({ _id, kept: stays }) => (stays ? [[_id, stays]] : [])))
  const order = { action: 'trashLinks', kept: remaining } as const
  const done = await runAction(call, 'links.trash', { ids }, order, async (tx, batch, granted) => {
    const deletable = await filterDuplicates(tx, call.actor, ids, remaining)
    if (deletable.length < ids.length) refuse('links.changedElsewhere')
    return trashBatch(tx, batch, granted)
  })
  return done.as(n => ({ deleted: n }))
})

/** A group can have any number of links: the rest follows when these are deleted. */
const maxLinksOfGroup = 500
/** The first groups of a page that have so many links; at least one. */
const maxLinksOfPage = 5000

/** Finds the caller's duplicates (FIND-02), the largest groups first; a feature of the paid plans. */
export const findDuplicates = action(
  contract.findDuplicates,
  { heavy: true, longResponse: true, isOwn: true },
  async (call, { level, page, limit }) => {
    requirePlanFeature(call.actor.plan, 'duplicates')
    const { links, levels, joins } = await readGroups(call.services.db.read, call.actor)
    const newest = (group: readonly number[]) => group.at(-1) ?? 0
    const groups = (levels[level - 1] ?? [])
      .toSorted((a, b) => b.length - a.length || newest(b) - newest(a))
      .map(group => group.slice(0, maxLinksOfGroup))
    const shown = cutPage(groups, page, limit)
    const presented = await present(
      call,
      shown.flat().map(at => assertDefined(links[at], 'link').seq),
    )
    const entries = shown.map(group => {
      const [first = 0] = group
      const found = group.flatMap(at => {
        const link = presented.get(links[at]?.id ?? '')
        return link ? [{ ...link, level: joins(first, at) }] : []
      })
      return found
    })
    // A link may have been deleted since the groups were read.
    const complete = entries.filter(found => found.length > 1)
    return Object.fromEntries(complete.map((found, nth) => [nth + 1, found]))
  },
)

/** Returns the groups of a page: `limit`, or fewer that together have 5,000 links. */
function cutPage(groups: readonly number[][], page: number, limit: number): number[][] {
  const pages: number[][][] = [[]]
  let size = 0
  for (const group of groups) {
    const last = assertDefined(pages.at(-1), 'page')
    const isFull = last.length === limit || size + group.length > maxLinksOfPage
    if (isFull && last.length > 0) {
      if (pages.length === page) break
      pages.push([group])
      size = group.length
    } else {
      last.push(group)
      size += group.length
    }
  }
  return pages[page - 1] ?? []
}

/** Returns links as the caller sees them, by id, each with its notes and highlights. */
async function present(
  call: Call,
  seqs: readonly number[],
): Promise<Map<string, Omit<DuplicateLink, 'level'>>> {
  const { read } = call.services.db
  const { personId } = call.actor
  const { rows } = await linksWithKeys(read, personId, 'seq', seqs).execute(read)
  const found: Link[] = await presentMixed(call, rows)
  const keys = new Map(found.map(link => [link._id, toPageKey(link.link)]))
  const [noted, highlights] = await Promise.all([
    listNoted(read, personId, pluck(found, '_id')),
    countHighlights(read, personId, [...new Set(keys.values())]),
  ])
  return new Map(
    found.map(link => [
      link._id,
      {
        ...link,
        note: noted.has(link._id) ? 1 : 0,
        highlights: highlights.get(keys.get(link._id) ?? '') ?? 0,
      },
    ]),
  )
}

type Merged = Output<typeof contract.mergeDuplicates>

/** Merges links that were saved more than once, all or none; a feature of the paid plans. */
export const mergeDuplicates = action(contract.mergeDuplicates, async (call, { groups }) => {
  const { actor, services } = call
  requirePlanFeature(actor.plan, 'duplicates')
  const others = groups.flatMap(group => group.links)
  if (others.length === 0) return refuse('links.noneChosen')
  const answer = await services.db.write(async (tx): Promise<Merged> => {
    await lockTree(tx, actor.personId)
    const at = services.now()
    const targets = await grantLinks(tx, actor, 'links.edit', pluck(groups, 'keep'))
    const removed = await grantLinks(tx, actor, 'links.trash', others)
    const links = new Map([...targets.links, ...removed.links].map(link => [link.id, link]))
    const find = (id: string) => assertDefined(links.get(id), 'link')
    for (const { keep, links: ids } of groups) {
      const group = [keep, ...ids].map(find)
      if (!group.every(isLive)) refuse('links.notFound')
      if (group.some(link => link.key_id !== null)) refuse('encryption.encrypted')
      if (group.some(link => link.owner_id !== find(keep).owner_id)) refuse('collections.otherOwner')
    }
    const order = { action: 'mergeLinks', groups } as const
    if (groups.length > limits.atOnce)
      return { merged: others.length, job: await enqueueBulkAction(tx, actor, order, others.length, at) }
    const undo = await openUndoRecord(tx, { personId: actor.personId, kind: 'mergeLinks', at })
    return { merged: await mergeBatch(tx, { actor, at, undo, plainText: 'refuse' }, groups), undo }
  })
  return replyToBulkAction(services, answer)
})
