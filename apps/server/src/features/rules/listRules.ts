import * as contract from '@nestmark/contract/rules'
import { action } from '../../calls/action.ts'
import { presentRules } from './presentRules.ts'

/** Lists the person's rules. */
export const listRules = action(contract.listRules, async ({ actor, services: { db } }) => {
  return presentRules(db.read, actor)
})
