import type { updateKeepCopies as ofOwner, updateLinkCopies as ofLink } from '@nestmark/contract/copies'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLink } from '../../access/grant.ts'
import type { Actor } from '../../access/actor.ts'
import type { Call, Handler } from '../../http/implement.ts'
import { setCopy, setOwnerChoice } from './copyStore.ts'
import { presentCopies } from './presentCopies.ts'

/** Stores what is kept of the pages of the caller's links. */
export const updateKeepCopies: Handler<typeof ofOwner, Actor> = async ({ services, actor }, input) => {
  await services.db.write(tx => setOwnerChoice(tx, actor.personId, input.keep_copies))
  return {}
}

/** Stores what is kept of the page of one link. */
export async function updateLinkCopies(
  call: Call,
  { link_id, keep }: Parsed<typeof ofLink>,
): Promise<Output<typeof ofLink>> {
  await call.services.db.write(async tx => {
    await grantLink(tx, call.actor, 'links.edit', link_id)
    await setCopy(tx, link_id, { keep })
  })
  return presentCopies(call, link_id)
}
