import type { dashboardLinks, getFavLinks, getFolderLinks, getSingleLink } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { grantLinks } from '../../access/grant.ts'
import type { Role } from '../../access/policies.ts'
import { refuse, Refused } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { slice } from '../../db/slice.ts'
import { type Call, OwnAnswer } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { readOwnership } from '../collections/ownership.ts'
import { favouriteLinks } from './favouriteLinks.ts'
import { openSet, seenBy, sortedBy } from './linkSet.ts'
import { presentLinks } from './present.ts'
import { byDate, countRows, linkList, type ListedLink, listLinks } from './store.ts'

/** Returns the links with these sequence numbers, in this order, as a user with this role sees them. */
export async function readLinks(
  call: Call<Actor | null>,
  seqs: readonly number[],
  role: Role = 'owner',
): Promise<Link[]> {
  const { read } = call.services.db
  const { rows } = await selectLinks(call, read, 'seq', seqs).execute(read)
  return inOrder(call, rows, 'seq', seqs, role)
}

/** Returns the statement that reads the links with these keys, in any order. */
export function selectLinks<Key extends 'seq' | 'id'>(
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

/** Returns the rows as links in the order of the keys, as a user with this role sees them. */
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

/** Returns one link. A link in the trash is returned, marked, to users who may restore it. */
export async function readLink(
  call: Call<Actor | null>,
  input: Parsed<typeof getSingleLink>,
): Promise<Output<typeof getSingleLink>> {
  const { read } = call.services.db
  const { links } = await grantLinks(read, call.actor, 'links.read', [input.link_id])
  const { seq, role, collection_id: place, collectionTrashedBy } = links[0]!
  const link = (await readLinks(call, [seq], role))[0]!
  if (role === 'public') {
    // The collection of a link that is itself public stays hidden from readers who cannot see it.
    const [collection] = await collectionsWithRoles(read, call.actor, [place])
    if (!collection?.role) return { link: { ...link, parent: '', parent_name: '' } }
  }
  return { link: collectionTrashedBy === null ? link : { ...link, is_trash: 1 } }
}

/** Returns a page of a collection's links, optionally with those of its sub-collections. */
export async function readInside(
  call: Call<Actor | null>,
  input: Parsed<typeof getFolderLinks>,
): Promise<Output<typeof getFolderLinks> | OwnAnswer<Output<typeof getFolderLinks>>> {
  const { read } = call.services.db
  const { sort, order, page } = input
  const set = await openSet(read, call.actor, input, sort)
  const seqs = sql`select x.seq ${set.rows} order by ${sortedBy(sort, order, 'x')} ${slice(limits.pageSize, toOffset(page))}`
  const [rows, total] = await Promise.all([
    listLinks(read, {
      personId: call.actor?.personId ?? '',
      seqs,
      orderBy: sortedBy(sort, order, 'l'),
      collectionName: set.collectionName,
    }),
    set.known ?? countRows(read, sql`select x.seq ${set.rows}`),
  ])
  const links = set.mixed
    ? await presentMixed(call, rows)
    : presentLinks(rows, set.role, pictureAddress(call))
  const answer = { links, page, total }
  return set.role === 'public' ? answer : new OwnAnswer(answer)
}

/** Returns a mix of own and shared links, each with its owner and the caller's rights. */
export async function presentMixed(call: Call<Actor | null>, rows: readonly ListedLink[]): Promise<Link[]> {
  const placed = ({ owner_id, collection_id: place }: ListedLink) => ({ owner_id, place })
  const { read } = call.services.db
  const whose = await readOwnership(read, { personId: call.actor?.personId ?? '' }, rows.map(placed))
  return presentLinks(rows, row => whose.of(placed(row)), pictureAddress(call))
}

/**
 * Returns a page of the whole library, or of one collection in it. Reports a private collection as missing: only the
 * collection's own page says that it is private.
 * @throws Refused 'collections.notFound'
 */
export async function readDashboard(
  call: Call,
  input: Parsed<typeof dashboardLinks>,
): ReturnType<typeof readInside> {
  return readInside(call, input as Parsed<typeof getFolderLinks>).catch((error: unknown) => {
    if (error instanceof Refused && error.code === 'collections.private') refuse('collections.notFound')
    throw error
  })
}

/** Returns a page of the caller's favourite links, the newest link first. */
export async function readFavourites(
  call: Call,
  input: Parsed<typeof getFavLinks>,
): Promise<Output<typeof getFavLinks>> {
  const personId = call.actor.personId
  const from = sql`from ${favouriteLinks(call.services.db.read, personId)}
    where x.trashed_at is null and ${seenBy(personId)}`
  const [rows, total] = await Promise.all([
    listLinks(call.services.db.read, {
      personId,
      seqs: sql`select x.seq ${from} order by ${byDate(1, 'x.')} ${slice(limits.pageSize, toOffset(input.page))}`,
      orderBy: byDate(1, 'l.'),
    }),
    countRows(call.services.db.read, sql`select x.seq ${from}`),
  ])
  return { links: await presentMixed(call, rows), page: input.page, total }
}

const toOffset = (page: number) => (page - 1) * limits.pageSize
