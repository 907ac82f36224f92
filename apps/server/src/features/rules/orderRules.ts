import type { Output, Parsed } from '@nestmark/contract/operation'
import type { orderRules as order } from '@nestmark/contract/rules'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../calls/call.ts'
import { presentRules } from './presentRules.ts'
import { selectRules, setPositions } from './store.ts'

/** Sets the order of the rules. Ids of deleted rules are skipped; rules that another window has made follow. */
export async function orderRules(
  { actor, services: { db } }: Call,
  { rules }: Parsed<typeof order>,
): Promise<Output<typeof order>> {
  return db.write(async tx => {
    await lockTree(tx, actor.personId)
    const previous = (await selectRules(tx, actor.personId)).map(row => row.id)
    const known = new Set(previous)
    const named = rules.filter(id => known.has(id))
    await setPositions(tx, actor.personId, [...new Set([...named, ...previous])])
    return presentRules(tx, actor)
  })
}
