import * as contract from '@nestmark/contract/plans'
import { findCountry } from '../../../calls/findCountry.ts'
import { action } from '../../../calls/action.ts'

/** Returns the caller's country, as the operator's proxy reports it, otherwise by the table of network addresses. */
export const getCountry = action(contract.getCountry, async ({ country = '', ip }) => {
  return { country: country || (await findCountry(ip)) }
})
