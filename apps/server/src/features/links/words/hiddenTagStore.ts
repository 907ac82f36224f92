import { sql } from 'kysely'
import type { Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'

/**
 * Deletes all tags of links, those of deleted tags included, and the records by which an undo would add or remove them.
 * Entries of the activity list no longer lead to such a record.
 */
export async function deleteTagsOfLinks(tx: Tx, seqs: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('link_tags')
    .where(inList(tx, 'link_seq', seqs))
    .execute()
  await sql`update activities set batch = id, undo_id = null where kind = 'tag_links' and batch in (
    select undo_id from undo_links where ${inList(tx, 'link_seq', seqs)})`.execute(tx)
  await sql`delete from undo_links where ${inList(tx, 'link_seq', seqs)}
    and exists (select 1 from undo_records r where r.id = undo_links.undo_id and (r.kind = 'tagLinks' or (r.kind = 'applyRules' and undo_links.old_state like '+_%')))`.execute(
    tx,
  )
}

/** Returns those owners whose root collection keeps tags inside the encryption. */
export async function listHidingOwners(tx: Tx, ownerIds: readonly string[]): Promise<Set<string>> {
  const roots = await tx
    .selectFrom('collections')
    .select('owner_id')
    .where(inList(tx, 'owner_id', ownerIds))
    .where('parent_id', 'is', null)
    .where('hide_tags', '=', 1)
    .execute()
  return new Set(roots.map(root => root.owner_id))
}
