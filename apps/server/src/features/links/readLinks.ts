import type {
  listDashboardLinks as listDashboardLinksCall,
  listFavouriteLinks as listFavouriteLinksCall,
  listCollectionLinks as listCollectionLinksCall,
  getLink as getLinkCall,
} from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import type { Actor } from '../../access/actor.ts'
import { grantLink } from '../../access/grant.ts'
import type { Role } from '../../access/policies.ts'
import { refuse, Refused } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import { type Call, OwnAnswer } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { readOwnership } from '../collections/ownership.ts'
import { countSet, linksWithKeys, listFavourites, listPage } from './linkPageQuery.ts'
import { openSet } from './linkSet.ts'
import { presentLinks } from './present.ts'
import type { ListedLink } from './store.ts'

/** Returns the links with these sequence numbers, in this order, as a user with this role sees them. */
export async function readLinks(
  call: Call<Actor | null>,
  seqs: readonly number[],
  role: Role = 'owner',
): Promise<Link[]> {
  const { read } = call.services.db
  const { rows } = await linksWithKeys(read, call.actor?.personId ?? '', 'seq', seqs).execute(read)
  return inOrder(call, rows, 'seq', seqs, role)
}

/** Returns the link with this sequence number, as a user with this role sees it. */
export async function readLink(call: Call<Actor | null>, seq: number, role: Role | null): Promise<Link> {
  const [link] = await readLinks(call, [seq], role)
  return link ?? refuse('links.notFound')
}

/**
 * Returns the rows as links in the order of the keys, as a user with this role sees them.
 * @throws Refused 'links.notFound' when one was deleted since its key was read
 */
export function inOrder<Key extends 'seq' | 'id'>(
  call: Call<Actor | null>,
  rows: readonly ListedLink[],
  key: Key,
  keys: readonly ListedLink[Key][],
  role: Role = 'owner',
): Link[] {
  const presented = presentLinks(rows, role, pictureAddress(call))
  const links = new Map(rows.map((row, at) => [row[key], presented[at]]))
  return keys.map(each => links.get(each) ?? refuse('links.notFound'))
}

/** Returns one link. A link in the trash is returned, marked, to users who may restore it. */
export async function getLink(
  call: Call<Actor | null>,
  input: Parsed<typeof getLinkCall>,
): Promise<Output<typeof getLinkCall>> {
  const { read } = call.services.db
  const granted = await grantLink(read, call.actor, 'links.read', input.link_id)
  const { seq, role, collection_id: place, collectionTrashedBy } = granted.link
  const link = await readLink(call, seq, role)
  if (role === 'public') {
    // The collection of a link that is itself public stays hidden from readers who cannot see it.
    const [collection] = await collectionsWithRoles(read, call.actor, [place])
    if (!collection?.role) return { link: { ...link, parent: '', parent_name: '' } }
  }
  return { link: collectionTrashedBy === null ? link : { ...link, is_trash: 1 } }
}

/** Returns a page of a collection's links, optionally with those of its sub-collections. */
export async function listCollectionLinks(
  call: Call<Actor | null>,
  input: Parsed<typeof listCollectionLinksCall>,
): Promise<Output<typeof listCollectionLinksCall> | OwnAnswer<Output<typeof listCollectionLinksCall>>> {
  const { read } = call.services.db
  const { sort, order, page } = input
  const set = await openSet(read, call.actor, input, sort)
  const [rows, total] = await Promise.all([
    listPage(read, call.actor?.personId ?? '', set, { sort, order, page }),
    set.known ?? countSet(read, set),
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
export async function listDashboardLinks(
  call: Call,
  input: Parsed<typeof listDashboardLinksCall>,
): ReturnType<typeof listCollectionLinks> {
  return listCollectionLinks(call, input as Parsed<typeof listCollectionLinksCall>).catch(
    (error: unknown) => {
      if (error instanceof Refused && error.code === 'collections.private') refuse('collections.notFound')
      throw error
    },
  )
}

/** Returns a page of the caller's favourite links, the newest link first. */
export async function listFavouriteLinks(
  call: Call,
  input: Parsed<typeof listFavouriteLinksCall>,
): Promise<Output<typeof listFavouriteLinksCall>> {
  const { read } = call.services.db
  const [rows, total] = await listFavourites(read, call.actor.personId, input.page)
  return { links: await presentMixed(call, rows), page: input.page, total }
}
