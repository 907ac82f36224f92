import * as contract from '@nestmark/contract/rules'
import { limits } from '@nestmark/core/limits'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { action } from '../../calls/action.ts'
import { assertUsable, normaliseRule } from './checkRule.ts'
import { presentRule } from './presentRules.ts'
import { insertRule, selectRules, writeContent } from './store.ts'

/** Makes a rule, the last one in the order. */
export const saveRule = action(contract.saveRule, async ({ actor, services: { db, now } }, input) => {
  const { personId } = actor
  const rule = normaliseRule(input)
  return db.write(async tx => {
    await lockTree(tx, personId)
    const others = await selectRules(tx, personId)
    if (others.length >= limits.rules) refuse('rules.tooMany')
    await assertUsable(tx, actor, rule)
    const id = newId()
    const position = (others.at(-1)?.position ?? -1) + 1
    await insertRule(tx, { id, person_id: personId, position, ...writeContent(rule), created_at: now() })
    return presentRule(tx, actor, id)
  })
})
