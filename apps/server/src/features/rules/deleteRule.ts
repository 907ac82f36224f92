import * as contract from '@nestmark/contract/rules'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { removeRule } from './store.ts'

/** Deletes a rule. */
export const deleteRule = action(
  contract.deleteRule,
  async ({ actor, services: { db } }, { rule_id: id }) => {
    if (!(await db.write(tx => removeRule(tx, actor.personId, id)))) refuse('rules.notFound')
    return {}
  },
)
