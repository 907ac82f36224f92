import type { Queries } from '../db/db.ts'
import { inList } from '../db/dialect.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type CollectionRow, linkColumns, type LinkRow, type TagRow } from '../db/tables/libraryTables.ts'
import type { Actor } from './actor.ts'
import { hasWebhook } from './subscribers.ts'
import type { Role, CollectionRole } from './policies.ts'

/**
 * The only SQL that determines roles. It takes sets of ids, and needs one more statement when others own some
 * of them.
 */

export interface CollectionWithRole extends CollectionRow, CollectionRole {
  /** This collection or an ancestor accepts suggestions. */
  suggestions: boolean
  /** The owner has shared something with members. Otherwise events of the collection have no recipients. */
  ownerShares: boolean
  /** The owner or a member has a webhook. Otherwise events of the collection have no webhooks. */
  ownerHooks: boolean
  /** The owner has rules for new links. */
  ownerRules: boolean
}
export interface LinkWithRole extends Selectable<LinkRow> {
  role: Role
  /** Set when the link's collection, or an ancestor, is in the trash. */
  collectionTrashedBy: string | null
  /** 1 when encrypted links of its collection have no tags. */
  collectionHidesTags: number
}

/** The caller. A visitor is null. */
type Caller = Pick<Actor, 'personId'> | null

export type OwnTag = Pick<Selectable<TagRow>, 'seq' | 'id' | 'name' | 'links' | 'deleted_at' | 'merged_into'>

/** Returns the existing collections among `ids`, each with the actor's role. */
export async function collectionsWithRoles(
  db: Queries,
  actor: Caller,
  ids: readonly string[],
): Promise<CollectionWithRole[]> {
  if (ids.length === 0) return []
  // Raw SQL, because nearly every call runs it: building the query takes longer than running it.
  const { rows } = await sql<
    CollectionRow & Record<'owner_shares' | 'owner_hooks' | 'owner_rules', number | boolean>
  >`select c.*,
      exists (select 1 from shares s where s.owner_id = c.owner_id) as owner_shares,
      exists (select 1 from rules r where r.person_id = c.owner_id and r.active = 1) as owner_rules,
      ${hasWebhook} as owner_hooks
    from collections c where ${inList(db, 'c.id', ids)}`.execute(db)
  const shared = await sharedRoles(
    db,
    actor,
    rows.filter(row => row.owner_id !== actor?.personId).map(row => row.id),
  )
  return rows.map(({ owner_shares, owner_hooks, owner_rules, ...row }) => {
    const others = {
      ownerShares: Boolean(owner_shares),
      ownerHooks: Boolean(owner_hooks),
      ownerRules: Boolean(owner_rules),
    }
    if (row.owner_id === actor?.personId)
      return { ...row, role: 'owner', shareRoot: false, suggestions: false, ...others }
    const { role, shareRoot, suggestions } = shared.get(row.id) ?? noAccess
    return { ...row, role: hideTrashed(role, row.trashed_by !== null), shareRoot, suggestions, ...others }
  })
}

const columnsOfLinks = sql.raw(linkColumns.map(column => `l.${column}`).join(', '))

/** Returns the existing links among `ids`, each with the actor's role. */
export async function linksWithRoles(
  db: Queries,
  actor: Caller,
  ids: readonly string[],
): Promise<LinkWithRole[]> {
  if (ids.length === 0) return []
  // Raw SQL, as above.
  const { rows } = await sql<
    Selectable<LinkRow> & Pick<LinkWithRole, 'collectionTrashedBy' | 'collectionHidesTags'>
  >`select ${columnsOfLinks}, c.trashed_by as "collectionTrashedBy", c.hide_tags as "collectionHidesTags"
    from links l join collections c on c.id = l.collection_id where ${inList(db, 'l.id', ids)}`.execute(db)
  return addRoles(db, actor, rows)
}

/** What decides a role in a link. */
export interface LinkAccess extends Pick<
  Selectable<LinkRow>,
  'owner_id' | 'collection_id' | 'trashed_at' | 'is_public'
> {
  /** Set when the link's collection, or an ancestor, is in the trash. */
  collectionTrashedBy: string | null
}

/** Adds the actor's roles to links that were just read. Queries the database only for links of others. */
export async function addRoles<Link extends LinkAccess>(
  db: Queries,
  actor: Caller,
  links: readonly Link[],
): Promise<(Link & { role: Role })[]> {
  const shared = await sharedRoles(db, actor, [
    ...new Set(links.filter(link => link.owner_id !== actor?.personId).map(link => link.collection_id)),
  ])
  return links.map(link => {
    if (link.owner_id === actor?.personId) return { ...link, role: 'owner' }
    const inTrash = link.trashed_at !== null || link.collectionTrashedBy !== null
    const inCollection = shared.get(link.collection_id)?.role ?? null
    return { ...link, role: hideTrashed(inCollection ?? (link.is_public ? 'public' : null), inTrash) }
  })
}

/** Hides trashed items from everyone except writers, who can trash and restore them. */
function hideTrashed(role: Role, inTrash: boolean): Role {
  return inTrash && role !== 'write' ? null : role
}

export interface SharedRole extends CollectionRole {
  suggestions: boolean
}

const noAccess: SharedRole = { role: null, shareRoot: false, suggestions: false }

/**
 * Returns the actor's roles in other people's collections: the highest role granted by the collection or an
 * ancestor. Computed on each call, so that new and moved collections have the right role immediately.
 */
export async function sharedRoles(
  db: Queries,
  actor: Caller,
  ids: readonly string[],
): Promise<Map<string, SharedRole>> {
  if (ids.length === 0) return new Map()
  // Each ancestor is read once: a row per collection and ancestor would be many for a deep tree.
  const { rows } = await sql<AccessRow>`
    with recursive up(id, parent_id, read_level, enable_sugg) as (
      select id, parent_id, read_level, enable_sugg from collections where ${inList(db, 'id', ids)}
      union
      select c.id, c.parent_id, c.read_level, c.enable_sugg from up join collections c on c.id = up.parent_id
    )
    select up.id, up.parent_id, up.read_level, up.enable_sugg,
      case when s.person_id is null then 0 else 1 + s.may_write end as member
    from up left join shares s on s.collection_id = up.id and s.person_id = ${actor?.personId ?? ''}`.execute(
    db,
  )
  const access = inheritAccess(rows)
  return new Map(
    ids.flatMap(id => {
      const found = access.get(id)
      if (!found) return []
      const { member, around, open, suggestions } = found
      const role: Role = member === 2 ? 'write' : member === 1 ? 'read' : open ? 'public' : null
      return [[id, { role, shareRoot: role === 'write' && around < 2, suggestions }] as const]
    }),
  )
}

/** A collection with its own grants. */
interface AccessRow {
  id: string
  parent_id: string | null
  read_level: number
  enable_sugg: number
  /** The share of the actor: 0 none, 1 read, 2 write. */
  member: number
}

interface Access {
  member: number
  /** The highest share of the collections above. */
  around: number
  open: boolean
  suggestions: boolean
}

/** Returns what each collection grants, by itself or through one above it. */
function inheritAccess(rows: readonly AccessRow[]): Map<string, Access> {
  const byId = new Map(rows.map(row => [row.id, row]))
  const access = new Map<string, Access>()
  for (const { id } of rows) {
    const path: AccessRow[] = []
    for (
      let row = byId.get(id);
      row && !access.has(row.id) && path.length < rows.length;
      row = byId.get(row.parent_id ?? '')
    )
      path.push(row)
    for (const row of path.toReversed()) {
      const above = access.get(row.parent_id ?? '')
      access.set(row.id, {
        member: Math.max(row.member, above?.member ?? 0),
        around: above?.member ?? 0,
        open: row.read_level === 3 || (above?.open ?? false),
        suggestions: row.enable_sugg === 1 || (above?.suggestions ?? false),
      })
    }
  }
  return access
}

/**
 * Returns a subquery of the ids of the live collections shared with a person by name, with their descendants.
 * Also computed on each call.
 */
export function selectSharedCollections(personId: string): RawBuilder<unknown> {
  return sql`with recursive down(id) as (
      select c.id from shares s join collections c on c.id = s.collection_id
      where s.person_id = ${personId} and c.owner_id <> ${personId} and c.trashed_by is null
      union
      select c.id from down join collections c on c.parent_id = down.id and c.trashed_by is null
    ) select id from down`
}

/** Returns true when the actor can see a link with this picture. */
export async function canSeePicture(db: Queries, actor: Caller, pictureId: string): Promise<boolean> {
  const shown = await db
    .selectFrom('links')
    .select(['id'])
    .where('picture_id', '=', pictureId)
    .limit(100)
    .execute()
  const links = await linksWithRoles(
    db,
    actor,
    shown.map(link => link.id),
  )
  return links.some(link => link.role !== null)
}

/** Returns the actor's own tags among `ids`, including deleted ones. */
export async function readOwnTags(db: Queries, actor: Actor, ids: readonly string[]): Promise<OwnTag[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('tags')
    .select(['seq', 'id', 'name', 'links', 'deleted_at', 'merged_into'])
    .where(inList(db, 'id', ids))
    .where('owner_id', '=', actor.personId)
    .execute()
}
