import type { Rule } from '@nestmark/core/rules'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import type { Tables } from '../../db/tables/allTables.ts'

export type StoredRule = Selectable<Tables['rules']>

/** Returns a person's rules, in the order in which they apply. */
export function selectRules(db: Queries, personId: string): Promise<StoredRule[]> {
  return db
    .selectFrom('rules')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** What a merge of tags changed in a rule, for the undo of the merge. */
export interface TagMerge {
  /** The ids and the keys of the tags that were merged. */
  merged: readonly (readonly [id: string, key: string])[]
  /** The name of the tag that stayed. */
  into: string
  /** The tags of the rule, that of its conditions and those of its actions, before the merge and after it. */
  before: { tag?: string | undefined; tags?: readonly string[] | undefined }
  after: TagMerge['before']
}

type StoredActions = Rule['actions'] & { merges?: readonly TagMerge[] }

/** Returns the conditions and actions of a stored rule. */
export function readContent({ conditions, actions }: Pick<StoredRule, 'conditions' | 'actions'>): Rule {
  const { merges: _, ...content } = JSON.parse(actions) as StoredActions
  return { conditions: JSON.parse(conditions) as Rule['conditions'], actions: content }
}

/** Returns the merges of tags that have changed a rule since it was last edited, the oldest first. */
export const readMerges = ({ actions }: Pick<StoredRule, 'actions'>): readonly TagMerge[] =>
  (JSON.parse(actions) as StoredActions).merges ?? []

/** Returns the columns that store the conditions and actions of a rule. @param merges see `readMerges` */
export const writeContent = ({ conditions, actions }: Rule, merges: readonly TagMerge[] = []) => ({
  conditions: JSON.stringify(conditions),
  actions: JSON.stringify({ ...actions, ...(merges.length > 0 && { merges }) } satisfies StoredActions),
})

/** Inserts a rule. */
export async function insertRule(tx: Tx, row: Insertable<Tables['rules']>): Promise<void> {
  await tx.insertInto('rules').values(row).execute()
}

/** Changes a rule of the person. */
export async function changeRule(
  tx: Tx,
  personId: string,
  id: string,
  change: Updateable<Tables['rules']>,
): Promise<void> {
  await tx.updateTable('rules').set(change).where('id', '=', id).where('person_id', '=', personId).execute()
}

/** Deletes a rule of the person; returns false when there is none. */
export async function removeRule(tx: Tx, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('rules')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes those of the rules that the person has. */
export async function removeRules(tx: Tx, personId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('rules')
    .where('person_id', '=', personId)
    .where(inList(tx, 'id', ids))
    .execute()
}

/** Sets the positions of a person's rules to the order of these ids. */
export async function setPositions(tx: Tx, personId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = ids.map((id, position) => [id, position])
  await sql`update rules set position = d.position
    from (with d(id, position) as (${bulkRows(tx, ['text', 'int'], rows)}) select * from d) d
    where rules.id = d.id and rules.person_id = ${personId}`.execute(tx)
}

/** Returns the titles of those of the feeds that the person has added, by id; the address where a feed has no title. */
export async function titlesOfFeeds(
  db: Queries,
  personId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('feeds')
    .select(['id', 'title', 'address'])
    .where('person_id', '=', personId)
    .where(inList(db, 'id', ids))
    .execute()
  return new Map(rows.map(row => [row.id, row.title || row.address]))
}
