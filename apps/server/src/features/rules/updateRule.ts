import * as contract from '@nestmark/contract/rules'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { assertUsable, normaliseRule } from './checkRule.ts'
import { presentRule } from './presentRules.ts'
import { changeRule, readContent, selectRules, writeContent } from './store.ts'

/** Changes a rule, pauses it or resumes it. One whose collection was deleted can be paused, but not stored again. */
export const updateRule = action(
  contract.updateRule,
  async ({ actor, services: { db } }, { rule_id: id, active, conditions, actions }) => {
    const { personId } = actor
    return db.write(async tx => {
      await lockTree(tx, personId)
      const row = (await selectRules(tx, personId)).find(each => each.id === id)
      if (!row) return refuse('rules.notFound')
      const previous = readContent(row)
      if (conditions !== undefined || actions !== undefined) {
        const rule = normaliseRule({
          conditions: conditions ?? previous.conditions,
          actions: actions ?? previous.actions,
        })
        await assertUsable(tx, actor, rule)
        await changeRule(tx, personId, id, writeContent(rule))
      }
      if (active !== undefined) await changeRule(tx, personId, id, { active })
      return presentRule(tx, actor, id)
    })
  },
)
