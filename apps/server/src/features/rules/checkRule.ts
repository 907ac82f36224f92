import { hasActions, parseRuleHost, type Rule } from '@nestmark/core/rules'
import type { Actor } from '../../access/actor.ts'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { distinctNames } from '../tags/store.ts'
import { titlesOfFeeds } from './store.ts'

/**
 * Returns a rule as it is stored: without what is empty, and with the host of a site.
 * @throws Refused 'rules.hostInvalid'
 */
export function normaliseRule({ conditions, actions }: Rule): Rule {
  const { host } = conditions
  const tags = distinctNames(actions.tags ?? [])
  return {
    conditions: withoutEmpty({
      ...conditions,
      host: host ? (parseRuleHost(host) ?? refuse('rules.hostInvalid')) : undefined,
    }),
    actions: withoutEmpty({ ...actions, tags: tags.length > 0 ? tags : undefined }),
  }
}

/**
 * Asserts that a rule does something, and that its feed and its collection are the person's.
 * @throws Refused 'rules.actionRequired', 'feeds.notFound', 'collections.notFound', 'collections.otherOwner',
 * 'collections.inTrash', 'rules.encrypted'
 */
export async function assertUsable(tx: Tx, actor: Actor, rule: Rule): Promise<void> {
  if (!hasActions(rule)) refuse('rules.actionRequired')
  const { feed } = rule.conditions
  if (feed !== undefined && (await titlesOfFeeds(tx, actor.personId, [feed])).size === 0)
    refuse('feeds.notFound')
  const { collection: id } = rule.actions
  if (id === undefined) return
  const { collection } = await grantCollection(tx, actor, 'collections.read', id).catch(() =>
    refuse('collections.notFound'),
  )
  if (collection.role !== 'owner') refuse('collections.otherOwner')
  if (collection.trashed_by !== null) refuse('collections.inTrash')
  if (collection.enc_id !== null) refuse('rules.encrypted')
}

function withoutEmpty<Part extends object>(part: Part): Part {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => Boolean(value))) as Part
}
