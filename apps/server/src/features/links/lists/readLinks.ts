import type { Link } from '@nestmark/contract/shapes'
import type { Actor } from '../../../access/actor.ts'
import type { Role } from '../../../access/policies.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Call } from '../../../calls/call.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { readOwnership } from '../../collections/placing/ownership.ts'
import { linksWithKeys } from './linkPageQuery.ts'
import { presentLinks } from '../present.ts'
import type { ListedLink } from '../store.ts'

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
  const presented = presentLinks(rows, role, createPictureAddresses(call))
  const links = new Map(rows.map((row, at) => [row[key], presented[at]]))
  return keys.map(each => links.get(each) ?? refuse('links.notFound'))
}

/** Returns a mix of own and shared links, each with its owner and the caller's rights. */
export async function presentMixed(call: Call<Actor | null>, rows: readonly ListedLink[]): Promise<Link[]> {
  const toOwnedItem = ({ owner_id, collection_id }: ListedLink) => ({ owner_id, collection_id })
  const { read } = call.services.db
  const ownership = await readOwnership(read, { personId: call.actor?.personId ?? '' }, rows.map(toOwnedItem))
  return presentLinks(rows, row => ownership.of(toOwnedItem(row)), createPictureAddresses(call))
}
