import type { Output, Parsed } from '@nestmark/contract/operation'
import type { saveRule as save } from '@nestmark/contract/rules'
import { limits } from '@nestmark/core/limits'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { Call } from '../../calls/call.ts'
import { assertUsable, normaliseRule } from './checkRule.ts'
import { presentRule } from './presentRules.ts'
import { insertRule, selectRules, writeContent } from './store.ts'

/** Makes a rule, the last one in the order. */
export async function saveRule(
  { actor, services: { db, now } }: Call,
  input: Parsed<typeof save>,
): Promise<Output<typeof save>> {
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
}
