import * as contract from '@nestmark/contract/rules'
import type { Rule } from '@nestmark/contract/rules'
import { limits } from '@nestmark/core/limits'
import { assertDefined } from '@nestmark/core/assertDefined'
import { action } from '../../calls/action.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { assertUsable, normaliseRule, readPlaces } from './checkRule.ts'
import {
  insertRule,
  selectRules,
  writeContent,
  changeRule,
  readContent,
  removeRule,
  setPositions,
  type StoredRule,
  titlesOfFeeds,
} from './store.ts'
import type { Actor } from '../../access/actor.ts'
import type { Queries } from '../../db/db.ts'

/** Lists the person's rules. */
export const listRules = action(contract.listRules, { isOwn: true }, async ({ actor, services: { db } }) => {
  return presentRules(db.read, actor)
})

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

/** Deletes a rule. */
export const deleteRule = action(
  contract.deleteRule,
  async ({ actor, services: { db } }, { rule_id: id }) => {
    if (!(await db.write(tx => removeRule(tx, actor.personId, id)))) refuse('rules.notFound')
    return {}
  },
)

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

/** Returns the person's rules in their wire format. */
async function presentRules(db: Queries, actor: Actor, rows?: readonly StoredRule[]): Promise<Rule[]> {
  const stored = (rows ?? (await selectRules(db, actor.personId))).map(row => ({ row, ...readContent(row) }))
  const places = await readPlaces(db, actor, stored)
  const feeds = await titlesOfFeeds(db, actor.personId, [
    ...new Set(stored.flatMap(({ conditions }) => conditions.feed ?? [])),
  ])
  return stored.map(({ row, conditions, actions: { tags, ...actions } }): Rule => {
    const { collection } = actions
    const title = conditions.feed === undefined ? undefined : feeds.get(conditions.feed)
    return {
      _id: row.id,
      active: row.active === 1 ? 1 : 0,
      conditions,
      actions: { ...actions, ...(tags && { tags: [...tags] }) },
      collection:
        collection === undefined ? null : (places.get(collection) ?? { name: '', state: 'gone' as const }),
      feed:
        conditions.feed === undefined
          ? null
          : { title: title ?? '', state: title === undefined ? 'gone' : 'ok' },
      created: row.created_at,
    }
  })
}

/** Returns one of the person's rules. */
async function presentRule(db: Queries, actor: Actor, id: string): Promise<Rule> {
  const rows = await selectRules(db, actor.personId)
  const [rule] = await presentRules(
    db,
    actor,
    rows.filter(row => row.id === id),
  )
  return assertDefined(rule, 'rule')
}
