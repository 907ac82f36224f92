import { plainLinkDefaults } from '@nestmark/contract/links/plainLinkFields'
import { assertDefined } from '@nestmark/core/assertDefined'
import { createSortKeys } from '@nestmark/core/words/sortKeys'
import { compareKey } from '@nestmark/core/addresses/url'
import { grantCollection } from '../../access/grant.ts'
import { readLibraryQuota } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { toCreatedId } from '../../db/newId.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import type { BulkPayload, CopyAction, CopyCursor } from '../../undo/bulkActions.ts'
import { recordCollections, recordLinks } from '../../undo/store.ts'
import type { Step } from '../../undo/step.ts'
import { assertPlainPlaces } from '../collections/placing/enterCollections.ts'
import { writeFolders } from '../importExport/writing/folderStore.ts'
import { LinkWriter } from '../importExport/writing/importLinkStore.ts'
import {
  type ImportedLink,
  LinkPreparer,
  listCollectionIds,
  toRecorded,
  toSubjects,
} from '../importExport/writing/importPrepare.ts'
import { type ListedLink, parseTags } from '../links/store.ts'
import {
  filterOwnLive,
  listFilledCollections,
  listSourceCollections,
  listSourceLinks,
  type SourceCollection,
  writeExtras,
} from './store.ts'
import { copyTexts } from '../copies/reading/pageTexts.ts'
import { copyFiles } from '../uploads/storage/adoptBlobs.ts'

type Payload = BulkPayload<CopyAction>

const collectionsAtOnce = 200
/** The picture of a link is copied with it. */
const linksAtOnce = 100
/** The maximum number of collections whose links one batch reads. */
const maxCollectionsRead = 50

/**
 * Runs the next batch of a copy: first the collections, parents before their children, then the links by collection.
 * The caller's right to read the source is checked again for each batch.
 */
export async function copyStep(tx: Tx, payload: Payload, job: string): Promise<Step> {
  const { actor, from, next } = payload
  await grantCollection(tx, actor, 'collections.read', from)
  const cursor = next && ('collections' in next || 'inside' in next) ? next : undefined
  if (cursor && 'inside' in cursor) return copyLinks(tx, payload, cursor, job)
  return copyCollections(tx, payload, cursor?.collections ?? { level: 0, id: from }, job)
}

async function copyCollections(
  tx: Tx,
  payload: Payload,
  after: { level: number; id: string },
  job: string,
): Promise<Step> {
  const { actor, at } = payload
  const sources = await listSourceCollections(tx, payload, { after, limit: collectionsAtOnce })
  const made = await keepWithParent(tx, payload, sources, job)
  const quota = await readLibraryQuota(tx, actor.personId)
  if (quota && made.length > quota.collections) refuse('plan.collections')
  const folders = made.map(each => ({
    id: toCreatedId(job, each.id),
    parent: toCreatedId(job, each.parent_id),
    name: each.name,
    desc: each.descr,
    createdAt: each.created_at,
    changedAt: at,
    position: each.position,
    favouriteAt: null,
    row: 0,
  }))
  await writeFolders(tx, actor.personId, folders)
  await recordCollections(
    tx,
    job,
    folders.map(each => [each.id, each.parent, 0]),
  )
  const created = folders.map(each => ({ collectionId: each.parent, id: each.id, title: each.name }))
  const event = { type: 'collection.created', by: actor.personId, at, job, isWebhookOnly: true } as const
  await recordEvent(tx, event, created)
  const last = sources.at(-1)
  const next: CopyCursor =
    last && sources.length === collectionsAtOnce
      ? { collections: { level: last.level, id: last.id } }
      : { inside: '', after: null }
  return { changed: 0, left: 0, seen: 0, next }
}

/**
 * Returns the collections whose parent has a live copy and that have none yet: the source, or the copy, may be changed
 * between two batches.
 */
async function keepWithParent(
  tx: Tx,
  { actor }: Payload,
  sources: readonly SourceCollection[],
  job: string,
): Promise<SourceCollection[]> {
  const ids = sources.flatMap(each => [toCreatedId(job, each.id), toCreatedId(job, each.parent_id)])
  const there = await filterOwnLive(tx, actor.personId, [...new Set(ids)])
  const made: SourceCollection[] = []
  for (const each of sources) {
    const id = toCreatedId(job, each.id)
    if (there.has(id) || !there.has(toCreatedId(job, each.parent_id))) continue
    there.add(id)
    made.push(each)
  }
  return made
}

async function copyLinks(
  tx: Tx,
  payload: Payload,
  cursor: Extract<CopyCursor, { inside: string }>,
  job: string,
): Promise<Step> {
  const { actor, at } = payload
  const { rows, next } = await readBatch(tx, payload, cursor)
  const copies = await filterOwnLive(tx, actor.personId, [
    ...new Set(rows.map(row => toCreatedId(job, row.collection_id))),
  ])
  const copied = rows.filter(row => copies.has(toCreatedId(job, row.collection_id)))
  const quota = await readLibraryQuota(tx, actor.personId)
  if (quota && copied.length > quota.links) refuse('plan.links')
  if (copied.length > 0) {
    const links = new LinkPreparer(tx, actor.personId).prepare(
      copied.map(row => toCopiedLink(row, toCreatedId(job, row.collection_id), at)),
    )
    // The copy may have got a key since.
    await assertPlainPlaces(tx, listCollectionIds(links))
    const { seqs } = await new LinkWriter(actor.personId, () => at).write(tx, links)
    const extras = copied.map((row, nth) => ({
      seq: assertDefined(seqs[nth], 'seq'),
      pictureId: row.picture_id,
      player: row.player,
      isScraped: row.is_scraped,
    }))
    await writeExtras(tx, actor.personId, extras, at)
    const withFiles = copied.flatMap((row, nth) =>
      row.file_bytes === null ? [] : [{ from: row.id, seq: assertDefined(seqs[nth], 'seq') }],
    )
    await copyFiles(tx, actor.personId, withFiles, at)
    await copyTexts(tx, actor.personId, withFiles)
    await recordLinks(tx, job, toRecorded(links, seqs))
    const event = { type: 'link.created', by: actor.personId, at, job, isWebhookOnly: true } as const
    await recordEvent(tx, event, toSubjects(links))
  }
  return { changed: copied.length, left: rows.length - copied.length, seen: rows.length, next }
}

/** Reads the links of one batch, from one or more collections. */
async function readBatch(
  tx: Tx,
  payload: Payload,
  { inside, after }: Extract<CopyCursor, { inside: string }>,
): Promise<{ rows: ListedLink[]; next: CopyCursor | undefined }> {
  const { upTo } = payload
  const ids = await listFilledCollections(tx, payload, { after: inside, limit: maxCollectionsRead })
  const rows: ListedLink[] = []
  for (const id of ids) {
    const limit = linksAtOnce - rows.length
    const page = await listSourceLinks(tx, id, { after: id === inside ? after : null, upTo, limit })
    rows.push(...page)
    const last = page.at(-1)
    if (last && page.length === limit)
      return { rows, next: { inside: id, after: { createdAt: last.created_at, seq: last.seq } } }
  }
  const last = ids.at(-1)
  // Every link of the last collection is copied; no date is greater than this one.
  const end = { createdAt: Number.MAX_SAFE_INTEGER, seq: 0 }
  const isMore = last !== undefined && ids.length === maxCollectionsRead
  return { rows, next: isMore ? { inside: last, after: end } : undefined }
}

/** Returns a link as it is copied: with its dates, so that lists keep their order, without marks and notes. */
function toCopiedLink(row: ListedLink, collectionId: string, now: number): ImportedLink {
  const key = row.address ? (compareKey(row.address) ?? '') : ''
  return {
    collectionId,
    createdAt: row.created_at,
    updatedAt: now,
    favouriteAt: null,
    note: '',
    position: row.position,
    plain: { ...plainLinkDefaults, desc_toggle: row.desc_toggle },
    tags: parseTags(row).map(tag => tag.name),
    draft: {
      title: row.title,
      address: row.address,
      compare_key: key,
      ...createSortKeys(row.title, key),
      descr: row.descr,
      category: row.category,
      sub_category: row.sub_category,
      video_type: row.video_type,
      check_list: row.check_list,
      picture_source: row.picture_source,
    },
  }
}
