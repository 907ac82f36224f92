import { type Selectable, sql } from 'kysely'
import { type CollectionWithRole, selectSharedCollections } from '../../../access/roles.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { rowLock } from '../../../db/dialect.ts'
import type { LinkRow } from '../../../db/tables/libraryTables.ts'
import { selectDescendants } from '../../collections/subtreeQuery.ts'
import { byDate, isNotHidden, type ListedLink, listLinks } from '../../links/store.ts'

/** The last link of the page before. */
export interface ListPosition {
  createdAt: number
  id: string
}

interface Page {
  personId: string
  /** null for what others share with the person. */
  ownerId: string | null
  /** null for the entire library. */
  collection: CollectionWithRole | null
  withDescendants: boolean
  isEncrypted: boolean
  keyId: string | undefined
  after: ListPosition | null
  withTrash: boolean
  limit: number
}

/**
 * Returns the next links, the oldest first. When the last one of the page before was deleted, those with the same time
 * are returned again.
 */
export async function listInOrder(db: Queries, page: Page): Promise<ListedLink[]> {
  const { ownerId, collection, keyId } = page
  const encrypted = page.isEncrypted ? sql`x.key_id is not null` : sql`x.key_id is null`
  const key = keyId === undefined ? sql`` : sql`and x.key_id = ${keyId}`
  const { after } = page
  const isTheirs =
    ownerId === null
      ? (of: string) => sql`${sql.ref(`${of}.collection_id`)} in (${selectSharedCollections(page.personId)})`
      : (of: string) => sql`${sql.ref(`${of}.owner_id`)} = ${ownerId}`
  const rest = after
    ? sql`and (x.created_at, x.seq) > (${after.createdAt}, coalesce((select a.seq from links a where a.id = ${after.id} and ${isTheirs('a')}), 0))`
    : sql``
  // Shared collections are live.
  const visible = ownerId === null ? sql`true` : isNotHidden(ownerId, sql`x.collection_id`)
  const live = page.withTrash ? sql`` : sql`and x.trashed_at is null and ${visible}`
  const seqs = sql`select x.seq from links x where ${isTheirs('x')} and ${encrypted} ${key}
    ${rest} ${selectPlace(collection, page.withDescendants)} ${live}
    order by ${byDate(2, 'x.')} limit ${page.limit}`
  return listLinks(db, { personId: page.personId, seqs, orderBy: byDate(2, 'l.') })
}

/** The texts of a link, in plain text or as envelopes. */
export type LinkTexts = Pick<Selectable<LinkRow>, 'seq' | 'category' | 'title' | 'address' | 'descr'>

/** Returns the texts of the next links of a library, which stay as they are until the transaction ends. */
export async function lockNextTexts(
  tx: Tx,
  ownerId: string,
  after: number,
  limit: number,
): Promise<LinkTexts[]> {
  const { rows } = await sql<LinkTexts>`select seq, category, title, address, descr from links
    where owner_id = ${ownerId} and seq > ${after} order by seq limit ${limit} ${rowLock(tx, 'for share')}`.execute(
    tx,
  )
  return rows
}

function selectPlace(collection: CollectionWithRole | null, withDescendants: boolean) {
  if (collection === null || (withDescendants && collection.parent_id === null)) return sql``
  return withDescendants
    ? sql`and x.collection_id in (${selectDescendants(collection)})`
    : sql`and x.collection_id = ${collection.id}`
}
