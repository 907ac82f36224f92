import type { Rule } from '@nestmark/contract/rules'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { Actor } from '../../access/actor.ts'
import type { Queries } from '../../db/db.ts'
import { readPlaces } from './rulePlaces.ts'
import { readContent, selectRules, type StoredRule, titlesOfFeeds } from './store.ts'

/** Returns the person's rules in their wire format. */
export async function presentRules(db: Queries, actor: Actor, rows?: readonly StoredRule[]): Promise<Rule[]> {
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
export async function presentRule(db: Queries, actor: Actor, id: string): Promise<Rule> {
  const rows = await selectRules(db, actor.personId)
  const [rule] = await presentRules(
    db,
    actor,
    rows.filter(row => row.id === id),
  )
  return assertDefined(rule, 'rule')
}
