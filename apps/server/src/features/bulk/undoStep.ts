import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../access/actor.ts'
import { type GrantedLinks, grantPermittedLinks } from '../../access/grant.ts'
import type { LinkAction } from '../../access/policies.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import type { UndoRow } from '../../db/tables/tables.ts'
import type { BulkPayload, UndoAction } from '../../undo/bulkActions.ts'
import {
  hasCreatedItems,
  type LinkBefore,
  readCreatedTags,
  readImportedTags,
  readNextLinks,
  readUndoRecord,
  type RecordCursor,
} from '../../undo/store.ts'
import type { DomainEvent } from '../../domainEvents/event.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { enterAnyCollections, type PlainText, ruleOf } from '../collections/placing/enterCollections.ts'
import { restoreAddresses } from '../brokenLinks/addressBatch.ts'
import {
  countByOwner,
  type MovingLink,
  recordMoves,
  toCountChange,
  toJoining,
  toSubject,
} from '../links/sets/batches.ts'
import { removeImportedSearches } from '../search/savedStore.ts'
import { removeImportedFeeds } from '../feeds/store.ts'
import { removeImportedRules } from '../importExport/writing/importExtras.ts'
import { undoHighlightImport } from '../highlights/importing/undoHighlightImport.ts'
import { countTags, isLive } from '../links/lists/liveLinks.ts'
import { moveHome } from '../links/sets/moveHome.ts'
import { isMergedPart, undoMergedParts } from '../duplicates/undoMerge.ts'
import { setTrashed, setTrashedAt } from '../links/store.ts'
import { linkIds } from '../links/words/linkTagStore.ts'
import { undoRules } from '../ruleRuns/undoRules.ts'
import { deleteUnusedTags } from '../tags/store.ts'
import type { Step } from '../../undo/step.ts'
import { deleteImportedTags, undoImportedCollections, undoCollections } from './undoCollections.ts'
import { undoFavourites, returnPositions, undoOrder, undoTags } from './undoMarks.ts'
import {
  createFindHome,
  createMeetsHiding,
  type FindHome,
  type PreviousStates,
  getPreviousState,
} from './undoHomes.ts'
import { filterExistingCollections } from './undoStore.ts'

const batchSize = 400

/**
 * Runs the next batch of an undo: each item returns to its recorded state if it is still as the action left it.
 * Items that were changed since are skipped and counted.
 * @param job the job that runs the undo in batches, if any
 * @throws Refused 'encryption.plainText' without a job
 */
export async function undoStep(
  tx: Tx,
  { actor, at, plain = false, next: from }: Pick<BulkPayload<UndoAction>, 'actor' | 'at' | 'plain' | 'next'>,
  id: string,
  job: string | null = null,
): Promise<Step> {
  const record = await readUndoRecord(tx, id)
  if (!record) return { changed: 0, left: 0, seen: 0 }
  if (record.kind.endsWith('Collections')) return undoCollections(tx, actor, record, at)
  if (record.kind === 'importHighlights') return undoHighlightImport(tx, record, from)
  const after = from && 'link' in from ? from : undefined
  const before = await readNextLinks(tx, id, batchSize, after)
  const last = before.at(-1)
  const isLast = before.length < batchSize
  const event = { by: actor.personId, at, job, isWebhookOnly: true }
  const plainText = plain || job === null ? ruleOf(plain) : 'skip'
  const changed = last ? await undoLinks(tx, actor, record, before, { ...event, plainText }) : 0
  if ((record.kind === 'tagLinks' || record.kind === 'applyRules') && isLast)
    await deleteUnusedTags(tx, readCreatedTags(record.target))
  const next: RecordCursor | undefined = last && !isLast ? { link: last[0], state: last[1] } : undefined
  const links = { changed, left: before.length - changed, seen: before.length, next }
  if (!hasCreatedItems(record.kind) || !isLast) return links
  const highlights = await undoHighlightImport(tx, record, undefined)
  const collections = await undoImportedCollections(tx, actor, record.id, at)
  if (record.kind === 'importBookmarks' && !collections.hasMore) {
    await deleteImportedTags(tx, readImportedTags(record.target))
    await removeImportedFeeds(tx, record.id)
    await removeImportedSearches(tx, record.id)
    await removeImportedRules(tx, record.person_id, record.id)
  }
  const seen = collections.changed + collections.left + highlights.changed
  // Those that stay are read again by each step.
  const hasMore = collections.hasMore || (highlights.next !== undefined && highlights.changed > 0)
  return {
    changed: changed + collections.changed + highlights.changed,
    left: links.left + collections.left + (hasMore ? 0 : highlights.left),
    seen: links.seen + seen,
    // No link follows this one, so the next step continues with the collections and highlights.
    next: hasMore ? { link: Number.MAX_SAFE_INTEGER, state: '' } : undefined,
  }
}

async function undoLinks(
  tx: Tx,
  actor: Actor,
  record: UndoRow,
  before: readonly LinkBefore[],
  { plainText, ...event }: Omit<DomainEvent, 'type'> & { plainText: PlainText },
): Promise<number> {
  const { at } = event
  const seqs = before.map(([seq]) => seq)
  const granted = <A extends LinkAction>(action: A) => grantBySeq(tx, actor, action, seqs)
  const previous: PreviousStates = new Map(before.map(each => [each[0], each]))
  if (record.kind === 'tagLinks') return undoTags(tx, await granted('links.edit'), before, event)
  if (record.kind === 'updateAddresses')
    return restoreAddresses(tx, actor, await granted('links.edit'), event)
  if (record.kind === 'applyRules')
    return undoRules(tx, actor, before, event, async (kind, rows, target) =>
      rows.length === 0
        ? 0
        : undoLinks(tx, actor, { ...record, kind, target }, rows, { plainText, ...event }),
    )
  if (record.kind === 'mergeLinks')
    return undoParts(tx, actor, record, before, 'trashLinks', { plainText, ...event })
  // Links that were saved before the import have got tags and notes.
  if (record.kind === 'importBookmarks')
    return undoParts(tx, actor, record, before, 'copyCollection', { plainText, ...event })
  if (record.kind === 'reorderLinks') return undoOrder(tx, await granted('links.edit'), previous)
  if (record.kind === 'favouriteLinks')
    return undoFavourites(tx, actor, await granted('links.favourite'), previous)
  const moving = await granted('links.move')
  const findHome = await createFindHome(tx, actor, previous)
  if (record.kind === 'moveLinks') {
    const moved = moving.links.filter(link => link.collection_id === record.target)
    const links = await enterAnyCollections(tx, returning(moved, findHome), plainText)
    await moveHome(tx, moving, links, at)
    await returnPositions(tx, moving, links, previous)
    const counted = links.filter(link => link.trashed_at === null)
    await countByOwner(tx, counted, link => toCountChange(link, -1), at)
    await countByOwner(tx, counted, toJoining, at)
    await countTags(
      tx,
      counted.filter(link => !isLive(link)),
      1,
    )
    await recordMoves(tx, event, counted.filter(isLive))
    return links.length
  }
  const right = await granted('links.trash')
  if (record.kind === 'addLinks' || hasCreatedItems(record.kind)) {
    // A link that was moved since is not moved again.
    const links = right.links.filter(
      link => isLive(link) && link.collection_id === getPreviousState(previous, link).state,
    )
    await setTrashed(tx, right, pluck(links, 'seq'), at)
    await countByOwner(tx, links, link => toCountChange(link, -1), at)
    await countTags(tx, links, -1)
    await recordEvent(tx, { ...event, type: 'link.trashed' }, links.map(toSubject))
    return links.length
  }
  if (record.kind === 'trashLinks') {
    const trashed = right.links.filter(link => link.trashed_at === getPreviousState(previous, link).at)
    const links = await enterAnyCollections(tx, returning(trashed, findHome), plainText)
    await setTrashed(tx, right, pluck(links, 'seq'), null)
    const elsewhere = links.filter(link => link.home !== link.collection_id)
    await moveHome(tx, moving, elsewhere, at)
    await countByOwner(tx, links, toJoining, at)
    await countTags(tx, links, 1)
    const back = links.map(link => ({ ...toSubject(link), collectionId: link.home }))
    await recordEvent(tx, { ...event, type: 'link.restored' }, back)
    return links.length
  }
  // Restored links return to the trash with their previous date, in their previous collection.
  const links = right.links.filter(link => link.trashed_at === null)
  await countByOwner(tx, links, link => toCountChange(link, -1), at)
  await countTags(tx, links.filter(isLive), -1)
  await recordEvent(tx, { ...event, type: 'link.trashed' }, links.filter(isLive).map(toSubject))
  await setTrashedAt(
    tx,
    right,
    links.map(link => [link.seq, getPreviousState(previous, link).at]),
  )
  await moveBackInTrash(tx, moving, links, previous, at)
  return links.length
}

/**
 * Reverts what links have got by a merge or an import.
 * @param kind how the other links are reverted
 */
async function undoParts(
  tx: Tx,
  actor: Actor,
  record: UndoRow,
  before: readonly LinkBefore[],
  kind: 'trashLinks' | 'copyCollection',
  event: Omit<DomainEvent, 'type'> & { plainText: PlainText },
): Promise<number> {
  const [parts, others] = [before.filter(isMergedPart), before.filter(each => !isMergedPart(each))]
  const isTag = ([, state]: LinkBefore) => state.startsWith('+')
  const [tags, links] = [others.filter(isTag), others.filter(each => !isTag(each))]
  const undo = (as: UndoRow['kind'], rows: readonly LinkBefore[]) =>
    rows.length === 0 ? 0 : undoLinks(tx, actor, { ...record, kind: as }, rows, event)
  const granted = await grantBySeq(tx, actor, 'links.edit', pluck(parts, 0))
  return (
    (await undo(kind, links)) +
    (await undo('tagLinks', tags)) +
    (await undoMergedParts(tx, actor, granted, parts, event.at))
  )
}

/** Moves restored links back to the collections in which they were trashed, which may be in the trash too. */
async function moveBackInTrash(
  tx: Tx,
  moving: GrantedLinks<'links.move'>,
  links: readonly LinkWithRole[],
  previous: PreviousStates,
  at: number,
): Promise<void> {
  const ids = [...previous.values()].map(([, id]) => id)
  const there = new Set(await filterExistingCollections(tx, [...new Set(ids)]))
  const meetsHiding = await createMeetsHiding(tx, [...there], [...previous.keys()])
  const back = returning(links, link => {
    const { state: home } = getPreviousState(previous, link)
    return there.has(home) && !meetsHiding(link, home) ? home : null
  })
  await moveHome(tx, moving, back, at)
}

/** Returns those of the links that can return to a collection, each with that collection. */
function returning(links: readonly LinkWithRole[], findHome: FindHome): MovingLink[] {
  return links.flatMap(link => {
    const home = findHome(link)
    return home === null ? [] : { ...link, home }
  })
}

async function grantBySeq<A extends LinkAction>(tx: Tx, actor: Actor, action: A, seqs: readonly number[]) {
  return grantPermittedLinks(tx, actor, action, await linkIds(tx, seqs))
}
