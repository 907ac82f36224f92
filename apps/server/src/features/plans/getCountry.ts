import type { getCountry as getCountryCall } from '@nestmark/contract/plans'
import type { Output } from '@nestmark/contract/operation'
import type { Actor } from '../../access/actor.ts'
import { findCountry } from '../../calls/findCountry.ts'
import type { Call } from '../../calls/call.ts'

/** Returns the caller's country, as the operator's proxy reports it, otherwise by the table of network addresses. */
export async function getCountry({
  country = '',
  ip,
}: Call<Actor | null>): Promise<Output<typeof getCountryCall>> {
  return { country: country || (await findCountry(ip)) }
}
