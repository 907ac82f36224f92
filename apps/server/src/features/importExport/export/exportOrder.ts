import type { countExport } from '@nestmark/contract/transfer/linkExport'
import type { Parsed } from '@nestmark/contract/operation'
import { grantCollection, grantLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Call } from '../../../calls/call.ts'
import type { Queries } from '../../../db/db.ts'
import type { ExportedPart, ReadFile } from '../../../readers/messages.ts'
import { openEveryLink } from '../../links/sets/linkSet.ts'
import { countExportedLinks, countExportedSet, type ExportCounts } from './exportQuery.ts'

/** What a call exports. */
type Wanted = Parsed<typeof countExport> & { name?: string }

/** Returns the links of a part as a set, also those of a collection; null for chosen links. */
export function toSet({
  rootId,
  part,
}: Pick<ReadFile, 'rootId' | 'part'>): NonNullable<ExportedPart['set']> | null {
  if (part?.ids) return null
  const below = part?.isFlat === true ? {} : { include_sub: 1 as const }
  return part?.set ?? { every: { folder_id: rootId, ...below }, except: [] }
}

/**
 * Counts the links of a part of a library.
 * @throws Refused what the reader may not read any more
 */
export async function countPart(
  db: Queries,
  order: Pick<ReadFile, 'rootId' | 'part' | 'at'>,
): Promise<ExportCounts> {
  const { part, at = 0 } = order
  const set = toSet(order)
  if (!part || !set) return countExportedLinks(db, part?.ids ?? [])
  const { rows } = await openEveryLink(db, part.actor, set.every, at)
  return countExportedSet(db, rows, set.except)
}

/**
 * Checks that the caller may read what is to be exported.
 * @returns the order of the file without its format
 * @throws Refused 'links.noneChosen' unless exactly one source is named; the refusals of reading it
 */
export async function toExportOrder(
  { actor, services: { db, now } }: Pick<Call, 'actor' | 'services'>,
  wanted: Wanted,
): Promise<ReadFile> {
  const { folder_id: folderId, include_sub: below, links, every, except = [], name = '' } = wanted
  const named = [folderId, links, every].filter(each => each !== undefined)
  if (named.length !== 1) refuse('links.noneChosen')
  const order = {
    file: 'links',
    ownerId: actor.personId,
    readerId: actor.personId,
    rootId: actor.rootId,
    at: now(),
  }
  if (folderId !== undefined) {
    const { collection } = await grantCollection(db.read, actor, 'collections.export', folderId)
    if (collection.trashed_by !== null) refuse('collections.inTrash')
    const part = { actor, title: name, isFlat: below !== 1 }
    return { ...order, ownerId: collection.owner_id, rootId: collection.id, part }
  }
  if (every) {
    await openEveryLink(db.read, actor, every, now())
    return { ...order, part: { actor, title: name, set: { every, except } } }
  }
  if (!links || links.length === 0) return refuse('links.noneChosen')
  await grantLinks(db.read, actor, 'links.export', links)
  return { ...order, part: { actor, title: name, ids: links } }
}
