import type { Output, Parsed } from '@nestmark/contract/operation'
import type { getTrashedCollections, getTrashedLinks } from '@nestmark/contract/trash'
import type { Call } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { asOwner, presentCollection } from '../collections/present.ts'
import { presentLinks } from '../links/present.ts'
import { listTrashedLinks, listTrashedTops } from './listQuery.ts'

/** Returns the tops of the trashed collections, the last trashed first. */
export async function readTrashedCollections(
  call: Call,
  { page }: Parsed<typeof getTrashedCollections>,
): Promise<Output<typeof getTrashedCollections>> {
  const { personId } = call.actor
  const { read } = call.services.db
  const [rows, total] = await listTrashedTops(read, personId, page)
  return { folders: rows.map(row => presentCollection(row, asOwner, pictureAddress(call))), page, total }
}

/** Returns the links that were trashed individually, the last trashed first. */
export async function readTrashedLinks(
  call: Call,
  { page }: Parsed<typeof getTrashedLinks>,
): Promise<Output<typeof getTrashedLinks>> {
  const { personId } = call.actor
  const { read } = call.services.db
  const [rows, total] = await listTrashedLinks(read, personId, page)
  return { links: presentLinks(rows, 'owner', pictureAddress(call)), page, total }
}
