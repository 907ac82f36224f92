import { pluck } from '@nestmark/core/pluck'
import { sql } from 'kysely'
import type { Granted } from '../../access/grant.ts'
import { selectSharedCollections } from '../../access/roles.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import { inList, inSubquery } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { CollectionRow } from '../../db/tables/libraryTables.ts'
import type { TreeRow } from '../collections/store.ts'
import { endAccessRequests } from '../collections/accessRequestStore.ts'

/** Makes a link public, or private again. */
export async function setLinkPublic(
  tx: Tx,
  _granted: Granted<'links.share'>,
  linkId: string,
  isPublic: boolean,
): Promise<void> {
  await tx
    .updateTable('links')
    .set({ is_public: isPublic ? 1 : 0 })
    .where('id', '=', linkId)
    .execute()
}

type Target = { link_id: string; collection_id: null } | { link_id: null; collection_id: string }

/** Returns the code of the short address, creating it on the first call. Concurrent calls return the same code. */
export async function ensureShortCode(
  tx: Tx,
  _granted: Granted<'links.share'> | Granted<'collections.share'>,
  target: Target & { ownerId: string; now: number },
): Promise<string> {
  const { link_id, collection_id, ownerId, now } = target
  const row = { code: newId(), owner_id: ownerId, link_id, collection_id, created_at: now }
  await tx
    .insertInto('short_links')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const column = link_id === null ? ('collection_id' as const) : ('link_id' as const)
  const existing = await tx
    .selectFrom('short_links')
    .select('code')
    .where(column, '=', link_id ?? collection_id)
    .executeTakeFirstOrThrow()
  return existing.code
}

export interface ShareChange {
  read: 0 | 1 | 3
  write: 0 | 1
  enableSuggestions: boolean
  /** Ids of new readers or writers. */
  addReaders: readonly string[]
  addWriters: readonly string[]
  /** Ids of people to remove. */
  remove: readonly string[]
}

/**
 * Sets the members of a collection. A writer is not a reader as well: each person has one row.
 * @returns all members before the change
 */
export async function setShares(
  tx: Tx,
  _granted: Granted<'collections.share'>,
  { id: collectionId, owner_id: ownerId }: Pick<CollectionRow, 'id' | 'owner_id'>,
  { read, write, enableSuggestions, addReaders, addWriters, remove }: ShareChange,
  now: number,
): Promise<string[]> {
  const before = await tx
    .selectFrom('shares')
    .select('person_id')
    .where('collection_id', '=', collectionId)
    .execute()
  await tx
    .updateTable('collections')
    .set({ read_level: read, enable_sugg: enableSuggestions ? 1 : 0 })
    .where('id', '=', collectionId)
    .execute()
  const of = tx.deleteFrom('shares').where('collection_id', '=', collectionId)
  if (remove.length > 0) await of.where(inList(tx, 'person_id', remove)).execute()
  if (read === 0) await of.where('may_write', '=', 0).execute()
  if (write === 0) await of.where('may_write', '=', 1).execute()
  // An invitation ends when its person becomes a member.
  const invited = tx.deleteFrom('invitations').where('collection_id', '=', collectionId)
  if (read === 0) await invited.where('may_write', '=', 0).execute()
  if (write === 0) await invited.where('may_write', '=', 1).execute()
  const writers = new Set(write === 0 ? [] : addWriters)
  const rows = [
    ...(read === 0 ? [] : addReaders)
      .filter(id => !writers.has(id))
      .map(id => [collectionId, id, ownerId, 0, now]),
    ...[...writers].map(id => [collectionId, id, ownerId, 1, now]),
  ]
  if (rows.length > 0)
    await sql`insert into shares (collection_id, person_id, owner_id, may_write, created_at)
      ${bulkRows(tx, ['text', 'text', 'text', 'int', 'int'], rows)}
      on conflict (collection_id, person_id) do update set may_write = excluded.may_write`.execute(tx)
  const members = before.map(row => row.person_id)
  const added = [...(read === 0 ? [] : addReaders), ...writers]
  const personIds = [...new Set([...members, ...added])]
  await endAccessRequests(tx, { collectionIds: [collectionId], personIds })
  return members
}

/**
 * Removes one person from the shares of a collection.
 * @returns false when they were not a member
 */
export async function leaveShare(tx: Tx, collectionId: string, personId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('shares')
    .where('collection_id', '=', collectionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await endAccessRequests(tx, { collectionIds: [collectionId], personIds: [personId] })
  return true
}

export interface MemberRow {
  name: string
  id: string
  email: string
  may_write: number
  collection_id: string
}

/** Returns the members of the collections, the earliest first. */
export async function readMembers(db: Queries, collectionIds: readonly string[]): Promise<MemberRow[]> {
  if (collectionIds.length === 0) return []
  return db
    .selectFrom('shares as s')
    .innerJoin('user as u', 'u.id', 's.person_id')
    .select(['u.id', 'u.email', 'u.name', 's.may_write', 's.collection_id'])
    .where(inList(db, 's.collection_id', collectionIds))
    .orderBy('s.created_at')
    .orderBy('u.email')
    .execute()
}

/** Returns the accounts among these ids, and whether each already has a person in the product. */
export async function findKnownPeople(db: Queries, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('user as u')
    .leftJoin('people as p', 'p.id', 'u.id')
    .select(['u.id', 'p.id as personId'])
    .where(inList(db, 'u.id', ids))
    .execute()
}

/** A share of a person, with its collection. */
interface SharedRow {
  id: string
  parent_id: string | null
  may_write: number
  created_at: number
  owner_name: string
}

/**
 * Returns the live collections that others share with a person, by name. Leaves out those inside another one with at least
 * the same right.
 */
export async function sharedWith(db: Queries, personId: string): Promise<SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    select s.collection_id as id, s.may_write, s.created_at, u.name as owner_name, c.parent_id
    from shares s join collections c on c.id = s.collection_id and c.trashed_by is null and c.owner_id <> ${personId}
    join "user" u on u.id = c.owner_id
    where s.person_id = ${personId}
    order by c.sort_key, c.name_key, c.id`.execute(db)
  const parents = await readParents(db, pluck(rows, 'parent_id'))
  for (const row of rows) parents.set(row.id, row.parent_id)
  return withoutNested(rows, parents)
}

/** Leaves out the shares inside another one with at least the same right. */
export function withoutNested<Share extends Pick<SharedRow, 'id' | 'parent_id' | 'may_write'>>(
  rows: readonly Share[],
  parents: ReadonlyMap<string, string | null>,
): Share[] {
  const shares = new Map(rows.map(row => [row.id, row]))
  const rights = new Map<string, number>()
  /** Returns the highest right that a collection or one above it gives; -1 without one. */
  const findRight = (id: string | null): number => {
    const known = id === null ? -1 : rights.get(id)
    if (id === null || known !== undefined) return known ?? -1
    // Ends a cycle caused by damage.
    rights.set(id, -1)
    const right = Math.max(shares.get(id)?.may_write ?? -1, findRight(parents.get(id) ?? null))
    rights.set(id, right)
    return right
  }
  return rows.filter(row => findRight(row.parent_id) < row.may_write)
}

/** Returns the parents of collections and of those above them. Each is read once, however many shares are inside it. */
async function readParents(
  db: Queries,
  ids: readonly (string | null)[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; parent_id: string | null }>`
    with recursive up(id, parent_id) as (
      select id, parent_id from collections where ${inList(db, 'id', [...new Set(ids.filter(id => id !== null))])}
      union
      select c.id, c.parent_id from up join collections c on c.id = up.parent_id
    ) select id, parent_id from up`.execute(db)
  return new Map(rows.map(row => [row.id, row.parent_id]))
}

/** Returns the target of a short address. */
export async function findTarget(db: Queries, code: string) {
  return db
    .selectFrom('short_links')
    .select(['link_id', 'collection_id'])
    .where('code', '=', code)
    .executeTakeFirst()
}

/** A collection of a shared tree. */
interface SharedTreeRow extends TreeRow {
  /** The right of the person's share of this collection; null for one that they see by a share above it. */
  may_write: number | null
}

/** Returns the live collections that others share with a person by name, and their live descendants, by name. */
export async function readSharedTreeRows(db: Queries, personId: string): Promise<SharedTreeRow[]> {
  const { rows } = await sql<SharedTreeRow>`
    select c.id, c.parent_id, c.name, c.n1, c.n2, c.n3, c.n4, c.n5, c.enc_id is not null as is_encrypted, s.may_write
    from collections c left join shares s on s.collection_id = c.id and s.person_id = ${personId}
    where ${inSubquery(db, sql.ref('c.id'), selectSharedCollections(personId))}
    order by c.sort_key, c.name_key, c.id`.execute(db)
  return rows
}

/** Returns the id of the picture of the cover, else of the newest picture of links directly in a collection. */
export async function readCoverPicture(
  db: Queries,
  collection: Pick<CollectionRow, 'id' | 'cover_link_id'>,
): Promise<string | null> {
  const pictures = db
    .selectFrom('links')
    .select('picture_id')
    .where('collection_id', '=', collection.id)
    .where('picture_id', 'is not', null)
    .where('trashed_at', 'is', null)
  const cover =
    collection.cover_link_id === null
      ? undefined
      : await pictures.where('id', '=', collection.cover_link_id).executeTakeFirst()
  const row = cover ?? (await pictures.orderBy('created_at', 'desc').limit(1).executeTakeFirst())
  return row?.picture_id ?? null
}

/** Returns those of the collections that are public themselves. */
export async function filterPublic(db: Queries, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('collections')
    .select('id')
    .where(inList(db, 'id', ids))
    .where('read_level', '=', 3)
    .execute()
  return new Set(rows.map(row => row.id))
}
