import * as contract from '@nestmark/contract/rules'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { presentRules } from './presentRules.ts'
import { selectRules, setPositions } from './store.ts'

/** Sets the order of the rules. Ids of deleted rules are skipped; rules that another window has made follow. */
export const orderRules = action(contract.orderRules, async ({ actor, services: { db } }, { rules }) => {
  return db.write(async tx => {
    await lockTree(tx, actor.personId)
    const previous = (await selectRules(tx, actor.personId)).map(row => row.id)
    const known = new Set(previous)
    const named = rules.filter(id => known.has(id))
    await setPositions(tx, actor.personId, [...new Set([...named, ...previous])])
    return presentRules(tx, actor)
  })
})
