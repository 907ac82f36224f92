import type { updateKeepCopies as update } from '@nestmark/contract/copies'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { setOwnerChoice } from './copyStore.ts'

/** Stores the copy setting for the page of the caller's links. */
export async function updateKeepCopies(
  { services, actor }: Call,
  { keep_copies }: Parsed<typeof update>,
): Promise<Output<typeof update>> {
  await services.db.write(tx => setOwnerChoice(tx, actor.personId, keep_copies))
  return {}
}
