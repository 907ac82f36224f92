import { assertDefined } from '@nestmark/core/assertDefined'
import type { Queries } from '../db/db.ts'
import type { Actor } from './actor.ts'
import {
  type Action,
  type CollectionAction,
  type LinkAction,
  isAllowed,
  isAllowedOn,
  policies,
} from './policies.ts'
import { refuse } from './refuse.ts'
import {
  collectionsWithRoles,
  type CollectionWithRole,
  linksWithRoles,
  type LinkWithRole,
  readOwnTags,
  type OwnTag,
} from './roles.ts'

declare const proof: unique symbol

/** Proof of a permission check: only this file creates one, and writing functions require it. */
export interface Granted<A extends Action> {
  readonly [proof]: A
}

export type GrantedCollections<A extends CollectionAction> = Granted<A> & {
  readonly collections: CollectionWithRole[]
}
export type GrantedLinks<A extends LinkAction> = Granted<A> & { readonly links: LinkWithRole[] }
export type GrantedLink<A extends LinkAction> = GrantedLinks<A> & { readonly link: LinkWithRole }
export type GrantedTags = Granted<'tags.edit'> & { readonly tags: OwnTag[] }

/**
 * Checks that the actor has this permission on ALL the collections.
 * @throws Refused 'collections.notFound' when one is missing or invisible to the actor ('collections.private'
 * for reads, so that a person can request access: ids cannot be guessed), otherwise the policy's refusal
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
  if (!collections.every(each => isAllowedOn(each, action))) refuse(policies[action].refusal)
  return { collections } as GrantedCollections<A>
}

/** Checks one collection. */
export async function grantCollection<A extends CollectionAction>(
  db: Queries,
  actor: Actor | null,
  action: A,
  id: string,
): Promise<GrantedCollections<A> & { readonly collection: CollectionWithRole }> {
  const granted = await grantCollections(db, actor, action, [id])
  return { ...granted, collection: assertDefined(granted.collections[0], 'collection') }
}

/**
 * Checks that the actor can see the collection whose contents an action applies to. An action responds 404 to users
 * without access; reads use `grantCollection`.
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
 * Checks that the actor has this permission on ALL the links.
 * @throws Refused 'links.notFound' when one is missing or invisible to the actor ('links.private' for reads),
 * otherwise the policy's refusal
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
  if (!links.every(each => isAllowed(each.role, action))) refuse(policies[action].refusal)
  return { links } as GrantedLinks<A>
}

/** Checks one link. */
export async function grantLink<A extends LinkAction>(
  db: Queries,
  actor: Actor | null,
  action: A,
  id: string,
): Promise<GrantedLink<A>> {
  const granted = await grantLinks(db, actor, action, [id])
  return { ...granted, link: assertDefined(granted.links[0], 'link') }
}

/**
 * Checks that the actor can see a link that an action refers to. An action responds 404 to users without access;
 * reads use `grantLinks`.
 * @throws Refused 'links.notFound'
 */
export async function grantVisibleLink(
  db: Queries,
  actor: Actor,
  id: string,
): Promise<GrantedLink<'links.read'>> {
  const links = await linksWithRoles(db, actor, [id])
  const [link] = links
  if (!link?.role) return refuse('links.notFound')
  return { links, link } as GrantedLink<'links.read'>
}

/**
 * Checks that ALL the tags belong to the actor. Deleted and merged tags need the state 'deleted', which only an
 * undo requests.
 * @throws Refused 'tags.notFound' when one is missing or not the actor's
 */
export async function grantTags(
  db: Queries,
  actor: Actor,
  ids: readonly string[],
  state: 'live' | 'deleted' = 'live',
): Promise<GrantedTags> {
  const wanted = new Set(ids)
  const tags = await readOwnTags(db, actor, [...wanted])
  if (tags.length < wanted.size || tags.some(tag => (tag.deleted_at === null) !== (state === 'live')))
    refuse('tags.notFound')
  return { tags } as unknown as GrantedTags
}

/** Checks one live tag. */
export async function grantTag(
  db: Queries,
  actor: Actor,
  id: string,
): Promise<GrantedTags & { readonly tag: OwnTag }> {
  const granted = await grantTags(db, actor, [id])
  return { ...granted, tag: assertDefined(granted.tags[0], 'tag') }
}

/**
 * Returns those of the links that exist and that the actor has this permission on: for a job whose selection
 * was made earlier, which skips and reports the rest.
 */
export async function grantPermittedLinks<A extends LinkAction>(
  db: Queries,
  actor: Actor,
  action: A,
  ids: readonly string[],
): Promise<GrantedLinks<A>> {
  const links = await linksWithRoles(db, actor, [...new Set(ids)])
  return { links: links.filter(each => isAllowed(each.role, action)) } as GrantedLinks<A>
}

/** The same for collections. */
export async function grantPermittedCollections<A extends CollectionAction>(
  db: Queries,
  actor: Actor,
  action: A,
  ids: readonly string[],
): Promise<GrantedCollections<A>> {
  const collections = await collectionsWithRoles(db, actor, [...new Set(ids)])
  return { collections: collections.filter(each => isAllowedOn(each, action)) } as GrantedCollections<A>
}
