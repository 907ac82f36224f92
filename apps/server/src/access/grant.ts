import type { Queries } from '../db/db.ts'
import type { Actor } from './actor.ts'
import { type Action, type CollectionAction, type LinkAction, may, mayWith, policies } from './policies.ts'
import { refuse } from './refuse.ts'
import {
  collectionsWithRoles,
  type CollectionWithRole,
  linksWithRoles,
  type LinkWithRole,
  ownTags,
  type OwnTag,
} from './roles.ts'

declare const proof: unique symbol

/** Proof that the check was made: only this file makes one, and writing functions ask for it. */
export interface Granted<A extends Action> {
  readonly [proof]: A
}

export type GrantedCollections<A extends CollectionAction> = Granted<A> & {
  readonly collections: CollectionWithRole[]
}
export type GrantedLinks<A extends LinkAction> = Granted<A> & { readonly links: LinkWithRole[] }
export type GrantedTags = Granted<'tags.edit'> & { readonly tags: OwnTag[] }

/**
 * Checks that the actor may do this with ALL the collections.
 * @throws Refused 'collections.notFound' when one is not there or not the actor's to see ('collections.private' where it is
 *   only to be read, so that a person can ask for access: ids are too long to be guessed), else the policy's refusal
 */
export async function grantCollections<A extends CollectionAction>(
  db: Queries,
  actor: Actor | null,
  action: A,
  ids: readonly string[],
): Promise<GrantedCollections<A>> {
  const wanted = new Set(ids)
  const collections = await collectionsWithRoles(db, actor, [...wanted])
  const unseen = collections.filter(each => each.role === null)
  if (collections.length < wanted.size) refuse('collections.notFound')
  if (unseen.length > 0)
    refuse(
      action === 'collections.read' && unseen.every(each => each.trashed_by === null)
        ? 'collections.private'
        : 'collections.notFound',
    )
  if (!collections.every(each => mayWith(each, action))) refuse(policies[action].refusal)
  return { collections } as GrantedCollections<A>
}

/** The same for one collection. */
export async function grantCollection<A extends CollectionAction>(
  db: Queries,
  actor: Actor | null,
  action: A,
  id: string,
): Promise<GrantedCollections<A> & { readonly collection: CollectionWithRole }> {
  const granted = await grantCollections(db, actor, action, [id])
  return { ...granted, collection: granted.collections[0]! }
}

/**
 * Checks that the actor may see a collection that a deed names: the things in it are meant. To a stranger it is not there,
 * as for every deed: what is only to be read asks `grantCollection`.
 * @throws Refused 'collections.notFound'
 */
export async function grantScope(
  db: Queries,
  actor: Actor,
  id: string,
): Promise<GrantedCollections<'collections.read'> & { readonly collection: CollectionWithRole }> {
  const collections = await collectionsWithRoles(db, actor, [id])
  const [collection] = collections
  if (!collection?.role) return refuse('collections.notFound')
  return { collections, collection } as GrantedCollections<'collections.read'> & {
    readonly collection: CollectionWithRole
  }
}

/**
 * Checks that the actor may do this with ALL the links.
 * @throws Refused 'links.notFound' when one is not there or not the actor's to see ('links.private' where it is only to be
 *   read), else the policy's refusal
 */
export async function grantLinks<A extends LinkAction>(
  db: Queries,
  actor: Actor | null,
  action: A,
  ids: readonly string[],
): Promise<GrantedLinks<A>> {
  const wanted = new Set(ids)
  const links = await linksWithRoles(db, actor, [...wanted])
  const unseen = links.filter(each => each.role === null)
  if (links.length < wanted.size) refuse('links.notFound')
  if (unseen.length > 0) {
    const living = unseen.every(each => each.trashed_at === null && each.collectionTrashedBy === null)
    refuse(action === 'links.read' && living ? 'links.private' : 'links.notFound')
  }
  if (!links.every(each => may(each.role, action))) refuse(policies[action].refusal)
  return { links } as GrantedLinks<A>
}

/**
 * Checks that the actor may see a link that a deed of their own names. To a stranger it is not there, as for every deed:
 * what is only to be read asks `grantLinks`.
 * @throws Refused 'links.notFound'
 */
export async function grantSeenLink(
  db: Queries,
  actor: Actor,
  id: string,
): Promise<GrantedLinks<'links.read'>> {
  const links = await linksWithRoles(db, actor, [id])
  if (!links[0]?.role) refuse('links.notFound')
  return { links } as GrantedLinks<'links.read'>
}

/**
 * Checks that ALL the tags are the actor's own. Tags that were deleted or merged away are given too, marked: only who
 * brings them back asks for them.
 * @throws Refused 'tags.notFound' when one is not there or not the actor's
 */
export async function grantTags(
  db: Queries,
  actor: Actor,
  ids: readonly string[],
  state: 'live' | 'gone' = 'live',
): Promise<GrantedTags> {
  const wanted = new Set(ids)
  const tags = await ownTags(db, actor, [...wanted])
  if (tags.length < wanted.size || tags.some(tag => (tag.gone_at === null) !== (state === 'live')))
    refuse('tags.notFound')
  return { tags } as unknown as GrantedTags
}

/**
 * Those among the links that are there and that the actor may do this with: for a job that works off what was chosen a
 * while ago, where what is gone by now is left out and told.
 */
export async function grantWhatIsThere<A extends LinkAction>(
  db: Queries,
  actor: Actor,
  action: A,
  ids: readonly string[],
): Promise<GrantedLinks<A>> {
  const links = await linksWithRoles(db, actor, [...new Set(ids)])
  return { links: links.filter(each => may(each.role, action)) } as GrantedLinks<A>
}

/** The same for collections. */
export async function grantCollectionsThatAreThere<A extends CollectionAction>(
  db: Queries,
  actor: Actor,
  action: A,
  ids: readonly string[],
): Promise<GrantedCollections<A>> {
  const collections = await collectionsWithRoles(db, actor, [...new Set(ids)])
  return { collections: collections.filter(each => mayWith(each, action)) } as GrantedCollections<A>
}
