import type { Rule as ListedRule } from '@nestmark/contract/rules'
import type { Rule } from '@nestmark/core/rules'
import type { Actor } from '../../access/actor.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'

export type RulePlace = NonNullable<ListedRule['collection']>

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
