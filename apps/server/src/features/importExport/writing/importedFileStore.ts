import { toPlan } from '@nestmark/core/plans/plans'
import { type Selectable, sql } from 'kysely'
import { areQuotasEnforced } from '../../../access/planQuotas.ts'
import type { Db, Queries, Tx } from '../../../db/db.ts'
import type { LinkRow } from '../../../db/tables/libraryTables.ts'

/** A link that an import created, and that may get its files. */
export type ImportedLinkRow = Pick<
  Selectable<LinkRow>,
  'seq' | 'id' | 'owner_id' | 'title' | 'address' | 'category'
>

/** Returns a link of an owner in plain text, outside the trash. */
export async function findImportedLink(
  db: Queries,
  ownerId: string,
  id: string,
): Promise<ImportedLinkRow | undefined> {
  const { rows } = await sql<ImportedLinkRow>`select l.seq, l.id, l.owner_id, l.title, l.address, l.category
    from links l join collections c on c.id = l.collection_id
    where l.id = ${id} and l.owner_id = ${ownerId} and l.key_id is null and l.trashed_at is null
      and c.trashed_by is null`.execute(db)
  return rows[0]
}

/** Returns which files a link has. */
export async function placesOfFiles(db: Queries, linkId: string) {
  return db.selectFrom('files').select(['kind', 'position']).where('link_id', '=', linkId).execute()
}

/** Sets the type of the first video of a link. */
export async function setVideoType(tx: Tx, linkId: string, type: number): Promise<void> {
  await tx.updateTable('links').set({ video_type: type }).where('id', '=', linkId).execute()
}

/** Returns the bytes that the plan of an owner leaves; Infinity where plans have no limits. */
export async function readRoom(db: Queries, ownerId: string): Promise<number> {
  if (!areQuotasEnforced()) return Infinity
  const owner = await db
    .selectFrom('people')
    .select(['plan', 'kept_bytes', 'reserved_bytes'])
    .where('id', '=', ownerId)
    .executeTakeFirst()
  return owner ? toPlan(owner.plan).storage - owner.kept_bytes - owner.reserved_bytes : 0
}

/** Returns the progress and the report of a job. */
export async function readJobReport(db: Db, jobId: string): Promise<{ done: number; report: string | null }> {
  return db.read
    .selectFrom('jobs')
    .select(['done', 'report'])
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow()
}
