import { hasActions, parseRuleHost, type Rule } from '@nestmark/core/rules'
import type { Rule as ListedRule } from '@nestmark/contract/rules'
import type { Actor } from '../../access/actor.ts'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx, Queries } from '../../db/db.ts'
import { distinctNames } from '../tags/store.ts'
import { titlesOfFeeds } from './store.ts'
import { collectionsWithRoles } from '../../access/roles.ts'

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

type RulePlace = NonNullable<ListedRule['collection']>

/**
 * Returns the collections that rules move links to, by id, each with its name and whether a rule may use it: links stay with
 * their owner, outside the trash and in plain text. Those that were deleted are not among them.
 */
export async function readPlaces(
  db: Queries,
  actor: Pick<Actor, 'personId'>,
  rules: readonly Rule[],
): Promise<Map<string, RulePlace>> {
  const ids = new Set(rules.flatMap(({ actions }) => actions.collection ?? []))
  const collections = await collectionsWithRoles(db, actor, [...ids])
  return new Map(
    collections
      .filter(each => each.role === 'owner')
      .map(({ id, name, trashed_by: trashed, enc_id: key }) => [
        id,
        { name, state: trashed !== null ? 'trash' : key !== null ? 'encrypted' : 'ok' },
      ]),
  )
}

/** Returns rules without the moves that are not possible now. */
export async function withPossibleMoves(
  db: Queries,
  actor: Pick<Actor, 'personId'>,
  rules: readonly Rule[],
): Promise<Rule[]> {
  const places = await readPlaces(db, actor, rules)
  return rules.map(rule => {
    const { collection, ...others } = rule.actions
    const isPossible = collection !== undefined && places.get(collection)?.state === 'ok'
    return isPossible ? rule : { ...rule, actions: others }
  })
}
