import type { Output, Parsed } from '@nestmark/contract/operation'
import type { listTrashedCollections as listTrashedCollectionsCall } from '@nestmark/contract/trash'
import type { Call } from '../../http/implement.ts'
import { createPictureAddresses } from '../../http/pictures.ts'
import { asOwner, presentCollection } from '../collections/present.ts'
import { listTrashedTops } from './listQuery.ts'

/** Returns the tops of the trashed collections, the last trashed first. */
export async function listTrashedCollections(
  call: Call,
  { page }: Parsed<typeof listTrashedCollectionsCall>,
): Promise<Output<typeof listTrashedCollectionsCall>> {
  const { personId } = call.actor
  const { read } = call.services.db
  const [rows, total] = await listTrashedTops(read, personId, page)
  return {
    folders: rows.map(row => presentCollection(row, asOwner, createPictureAddresses(call))),
    page,
    total,
  }
}
