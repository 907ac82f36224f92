import type { leaveCollection as leaveCollectionCall } from '@nestmark/contract/share'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { leaveShare } from './store.ts'

/** Removes the caller from a share. */
export async function leaveCollection(
  { actor, services: { db } }: Call,
  input: Parsed<typeof leaveCollectionCall>,
): Promise<Output<typeof leaveCollectionCall>> {
  const left = await db.write(tx => leaveShare(tx, input.folder_id, actor.personId))
  if (!left) refuse('collections.notFound')
  return {}
}
