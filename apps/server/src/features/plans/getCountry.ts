import type { getCountry as getCountryCall } from '@nestmark/contract/plans'
import type { Output } from '@nestmark/contract/operation'
import type { Actor } from '../../access/actor.ts'
import type { Call } from '../../http/implement.ts'

/** Returns the caller's country, as the operator's proxy reports it. */
export async function getCountry({
  country = '',
}: Call<Actor | null>): Promise<Output<typeof getCountryCall>> {
  return { country }
}
