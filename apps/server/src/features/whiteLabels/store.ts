import { type Selectable, sql, type Updateable } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import type { WhiteLabelRow } from '../../db/tables/sharedTables.ts'

/** A white label without the bytes of its logo. */
export type StoredLabel = Omit<Selectable<WhiteLabelRow>, 'logo'>

const columns = [
  'collection_id',
  'person_id',
  'name',
  'accent',
  'paper',
  'logo_id',
  'logo_width',
  'logo_height',
] as const

/** Returns the white label that a person has set for a collection. */
export function findLabel(
  db: Queries,
  collectionId: string,
  personId: string,
): Promise<StoredLabel | undefined> {
  return db
    .selectFrom('white_labels')
    .select(columns)
    .where('collection_id', '=', collectionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** Returns the white label of a collection, with the plan of its owner, who is the person that has set it. */
export async function findShownLabel(
  db: Queries,
  collectionId: string,
): Promise<(StoredLabel & { plan: number }) | undefined> {
  const { rows } = await sql<StoredLabel & { plan: number }>`
    select ${sql.join(columns.map(column => sql.ref(`w.${column}`)))}, p.plan from white_labels w
    join collections c on c.id = w.collection_id and c.owner_id = w.person_id
    join people p on p.id = w.person_id and p.closed_at is null
    where w.collection_id = ${collectionId}`.execute(db)
  return rows[0]
}

/** Returns the bytes of a logo. */
export async function readLogo(
  db: Queries,
  collectionId: string,
  logoId: string,
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('white_labels')
    .select('logo')
    .where('collection_id', '=', collectionId)
    .where('logo_id', '=', logoId)
    .executeTakeFirst()
  return row?.logo ?? null
}

/** Creates or changes the white label of a collection. That of a previous owner is replaced. */
export async function saveLabel(
  tx: Tx,
  { collectionId, personId }: { collectionId: string; personId: string },
  change: Updateable<Omit<WhiteLabelRow, 'collection_id' | 'person_id'>>,
): Promise<void> {
  const key = { collection_id: collectionId, person_id: personId }
  const none = {
    name: '',
    accent: '',
    paper: '',
    logo_id: null,
    logo: null,
    logo_width: null,
    logo_height: null,
  }
  await tx
    .deleteFrom('white_labels')
    .where('collection_id', '=', collectionId)
    .where('person_id', '<>', personId)
    .execute()
  await tx
    .insertInto('white_labels')
    .values({ ...none, ...change, ...key })
    .onConflict(conflict => conflict.column('collection_id').doUpdateSet(change))
    .execute()
}

/** Deletes the white label that a person has set for a collection. */
export async function removeLabel(tx: Tx, collectionId: string, personId: string): Promise<void> {
  await tx
    .deleteFrom('white_labels')
    .where('collection_id', '=', collectionId)
    .where('person_id', '=', personId)
    .execute()
}
