import type { updateLinkCopies as update } from '@nestmark/contract/copies'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLink } from '../../access/grant.ts'
import { setCopy } from '../../db/copyState.ts'
import type { Call } from '../../calls/call.ts'
import { presentCopies } from './presentCopies.ts'

/** Stores the copy setting for the page of one link. */
export async function updateLinkCopies(
  call: Call,
  { link_id, keep }: Parsed<typeof update>,
): Promise<Output<typeof update>> {
  await call.services.db.write(async tx => {
    await grantLink(tx, call.actor, 'links.edit', link_id)
    await setCopy(tx, link_id, { keep })
  })
  return presentCopies(call, link_id)
}
