import type { Output, Parsed } from '@nestmark/contract/operation'
import type { listTrashedLinks as listTrashedLinksCall } from '@nestmark/contract/trash'
import type { Call } from '../../calls/call.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { presentLinks } from '../links/present.ts'
import { selectTrashedLinks } from './listQuery.ts'

/** Returns the links that were trashed individually, the last trashed first. */
export async function listTrashedLinks(
  call: Call,
  { page }: Parsed<typeof listTrashedLinksCall>,
): Promise<Output<typeof listTrashedLinksCall>> {
  const { personId } = call.actor
  const { read } = call.services.db
  const [rows, total] = await selectTrashedLinks(read, personId, page)
  return { links: presentLinks(rows, 'owner', createPictureAddresses(call)), page, total }
}
