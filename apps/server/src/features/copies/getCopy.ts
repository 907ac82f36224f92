import type { getCopy as get } from '@nestmark/contract/copies'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLink } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { requireBandwidth } from '../files/bandwidth.ts'
import { presentCopies } from './presentCopies.ts'

/** Returns the copies of the page of a link, for its owner and members. */
export async function getCopy(call: Call, { link_id }: Parsed<typeof get>): Promise<Output<typeof get>> {
  const { link } = await grantLink(call.services.db.read, call.actor, 'links.copies', link_id)
  await requireBandwidth(call.services, link.owner_id)
  return presentCopies(call, link_id)
}
