import type { dashboardLinks, getFavLinks, getFolderLinks, getSingleLink } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { grantCollection, grantLinks } from '../../access/grant.ts'
import type { Role } from '../../access/policies.ts'
import { collectionsWithRoles, type CollectionWithRole } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { slice } from '../../db/slice.ts'
import type { Call } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { textFilter } from './filterText.ts'
import { presentLinks } from './present.ts'
import { byDate, countRows, linkList, type ListedLink, listLinks, notHidden } from './store.ts'

type Filter = { input?: string; category?: number; order: 1 | 2; page: number }

/** The links of these keys in this order, as somebody of that role sees them. */
export async function readLinks(
  call: Call<Actor | null>,
  seqs: readonly number[],
  role: Role = 'owner',
): Promise<Link[]> {
  const { read } = call.services.db
  const { rows } = await linksOf(call, read, 'seq', seqs).execute(read)
  return inOrder(call, rows, 'seq', seqs, role)
}

/** The statement that reads the links of these keys, in any order. */
export function linksOf<Key extends 'seq' | 'id'>(
  call: Call<Actor | null>,
  db: Queries,
  key: Key,
  keys: readonly ListedLink[Key][],
): RawBuilder<ListedLink> {
  return linkList(db, {
    personId: call.actor?.personId ?? '',
    seqs: sql`select seq from links where ${inList(db, key, keys)}`,
    orderBy: sql`l.seq`,
  })
}

/** Its rows in the order of the keys, as somebody of that role sees them. */
export function inOrder<Key extends 'seq' | 'id'>(
  call: Call<Actor | null>,
  rows: readonly ListedLink[],
  key: Key,
  keys: readonly ListedLink[Key][],
  role: Role = 'owner',
): Link[] {
  const presented = presentLinks(rows, role, pictureAddress(call))
  const links = new Map(rows.map((row, at) => [row[key], presented[at]!]))
  return keys.map(each => links.get(each)!)
}

/** One link. What lies in the trash is shown to those who may restore it, marked. */
export async function readLink(
  call: Call<Actor | null>,
  input: Parsed<typeof getSingleLink>,
): Promise<Output<typeof getSingleLink>> {
  const { read } = call.services.db
  const { links } = await grantLinks(read, call.actor, 'links.read', [input.link_id])
  const { seq, role, collection_id: place, collectionTrashedBy } = links[0]!
  const link = (await readLinks(call, [seq], role))[0]!
  if (role === 'public') {
    // Of a link that is public by itself nobody learns where it lies.
    const [collection] = await collectionsWithRoles(read, call.actor, [place])
    if (!collection?.role) return { link: { ...link, parent: '', parent_name: '' } }
  }
  return { link: collectionTrashedBy === null ? link : { ...link, is_trash: 1 } }
}

/** A page of a collection's own links. */
export async function readInside(
  call: Call<Actor | null>,
  input: Parsed<typeof getFolderLinks>,
): Promise<Output<typeof getFolderLinks>> {
  const { collection } = await grantCollection(
    call.services.db.read,
    call.actor,
    'collections.read',
    input.folder_id,
  )
  return pageInside(call, collection, input)
}

/** A page of the whole library, or of one collection's links. */
export async function readDashboard(
  call: Call,
  input: Parsed<typeof dashboardLinks>,
): Promise<Output<typeof dashboardLinks>> {
  const { db } = call.services
  if (input.folder_id) return readInside(call, { ...input, folder_id: input.folder_id })
  const { actor } = call
  const where = sql`from links x where x.owner_id = ${actor.personId} and x.trashed_at is null
    and ${notHidden(actor.personId, sql`x.collection_id`)} ${filterOf(call, actor.personId, input, 'x.')}`
  const [rows, total] = await Promise.all([
    page(call, sql`select x.seq ${where} order by ${byDate(input.order, 'x.')}`, input),
    input.input?.trim() || input.category
      ? countRows(db.read, sql`select x.seq ${where}`)
      : libraryTotal(call, actor.personId),
  ])
  return { links: presentLinks(rows, 'owner', pictureAddress(call)), page: input.page, total }
}

/** A page of the caller's favourite links, the newest link first. */
export async function readFavourites(
  call: Call,
  input: Parsed<typeof getFavLinks>,
): Promise<Output<typeof getFavLinks>> {
  const personId = call.actor.personId
  const from = sql`from favourite_links z join links x on x.id = z.link_id and x.trashed_at is null
    join collections y on y.id = x.collection_id and y.trashed_by is null
    where z.person_id = ${personId} and x.owner_id = ${personId}`
  const [rows, total] = await Promise.all([
    page(call, sql`select x.seq ${from} order by ${byDate(1, 'x.')}`, { order: 1, page: input.page }),
    countRows(call.services.db.read, sql`select x.seq ${from}`),
  ])
  return { links: presentLinks(rows, 'owner', pictureAddress(call)), page: input.page, total }
}

async function pageInside(call: Call<Actor | null>, collection: CollectionWithRole, input: Filter) {
  const { db } = call.services
  const role: Role = collection.role
  const where = sql`from links where collection_id = ${collection.id} and trashed_at is null
    ${filterOf(call, collection.owner_id, input, '')}`
  const counts = [collection.n1, collection.n2, collection.n3, collection.n4, collection.n5]
  const [rows, total] = await Promise.all([
    page(call, sql`select seq ${where} order by ${byDate(input.order)}`, input, collection.name),
    input.input?.trim()
      ? countRows(db.read, sql`select seq ${where}`)
      : counts.reduce((sum, n, at) => sum + (input.category && input.category !== at + 1 ? 0 : n), 0),
  ])
  return { links: presentLinks(rows, role, pictureAddress(call)), page: input.page, total }
}

function page(
  call: Call<Actor | null>,
  seqs: RawBuilder<unknown>,
  { order, page: number }: Filter,
  collectionName?: string,
) {
  return listLinks(call.services.db.read, {
    personId: call.actor?.personId ?? '',
    seqs: sql`${seqs} ${slice(limits.pageSize, (number - 1) * limits.pageSize)}`,
    orderBy: byDate(order, 'l.'),
    collectionName,
  })
}

function filterOf(call: Call<Actor | null>, ownerId: string, { input, category }: Filter, of: string) {
  const text = input?.trim() ? textFilter(call.services.db.read, ownerId, input, of) : sql``
  return category ? sql`${text} and ${sql.ref(`${of}category`)} = ${category}` : text
}

async function libraryTotal(call: Call<Actor | null>, personId: string): Promise<number> {
  const row = await call.services.db.read
    .selectFrom('people')
    .select(sql<number>`n1 + n2 + n3 + n4 + n5`.as('n'))
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return row.n
}
