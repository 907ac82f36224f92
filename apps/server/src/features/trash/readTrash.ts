import type { Output, Parsed } from '@nestmark/contract/operation'
import type { getTrashedCollections, getTrashedLinks } from '@nestmark/contract/trash'
import { limits } from '@nestmark/core/limits'
import { sql } from 'kysely'
import type { Call } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { asOwner, presentCollection } from '../collections/present.ts'
import { countCollections, listCollections } from '../collections/store.ts'
import { presentLinks } from '../links/present.ts'
import { countRows, listLinks } from '../links/store.ts'

const toOffset = (page: number) => (page - 1) * limits.pageSize

/** Returns the tops of the trashed collections, the last trashed first. */
export async function readTrashedCollections(
  call: Call,
  { page }: Parsed<typeof getTrashedCollections>,
): Promise<Output<typeof getTrashedCollections>> {
  const { personId } = call.actor
  const { read } = call.services.db
  const filter = sql<boolean>`owner_id = ${personId} and trashed_at is not null`
  const [rows, total] = await Promise.all([
    listCollections(read, {
      personId,
      filter,
      orderBy: sql`trashed_at desc, id`,
      limit: limits.pageSize,
      offset: toOffset(page),
    }),
    countCollections(read, filter),
  ])
  return { folders: rows.map(row => presentCollection(row, asOwner, pictureAddress(call))), page, total }
}

/** Returns the links that were trashed individually, the last trashed first. */
export async function readTrashedLinks(
  call: Call,
  { page }: Parsed<typeof getTrashedLinks>,
): Promise<Output<typeof getTrashedLinks>> {
  const { personId } = call.actor
  const { read } = call.services.db
  const trashed = sql`from links where owner_id = ${personId} and trashed_at is not null`
  const [rows, total] = await Promise.all([
    listLinks(read, {
      personId,
      seqs: sql`select seq ${trashed} order by trashed_at desc, seq desc limit ${limits.pageSize} offset ${toOffset(page)}`,
      orderBy: sql`l.trashed_at desc, l.seq desc`,
    }),
    countRows(read, sql`select seq ${trashed}`),
  ])
  return { links: presentLinks(rows, 'owner', pictureAddress(call)), page, total }
}
