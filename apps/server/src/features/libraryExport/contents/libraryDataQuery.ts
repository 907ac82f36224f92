import type { ArchiveMode } from '@nestmark/contract/reading/copies'
import type { LibrarySharing } from '@nestmark/core/libraryFile/schema'
import { sql } from 'kysely'
import type { CopyVersionRow, ReadingPlaceRow } from '../../../db/tables/copyTables.ts'
import type { Queries } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import { importKind } from '../../importExport/importBookmarks.ts'
import { isSearchable } from '../../links/sets/linkSetQuery.ts'

/** Returns with whom an owner shares each collection by name, as text. */
export async function readSharing(
  db: Queries,
  ownerId: string,
  now: number,
): Promise<Map<string, Pick<LibrarySharing, 'people' | 'invitations'>>> {
  const people = await db
    .selectFrom('shares as s')
    .innerJoin('user as u', 'u.id', 's.person_id')
    .select(['s.collection_id', 's.may_write', 's.created_at', 'u.name', 'u.email'])
    .where('s.owner_id', '=', ownerId)
    .orderBy('s.created_at')
    .orderBy('u.id')
    .execute()
  const invitations = await db
    .selectFrom('invitations')
    .select(['collection_id', 'may_write', 'email'])
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const found = new Map<string, Pick<LibrarySharing, 'people' | 'invitations'>>()
  const at = (id: string) => {
    const sharing = found.get(id) ?? { people: [], invitations: [] }
    found.set(id, sharing)
    return sharing
  }
  const toRole = (mayWrite: number) => (mayWrite === 1 ? 'write' : 'read')
  for (const { collection_id: id, may_write, created_at: since, name, email } of people)
    at(id).people.push({ name, email, role: toRole(may_write), since })
  for (const { collection_id: id, may_write, email } of invitations)
    at(id).invitations.push({ email, role: toRole(may_write) })
  return found
}

/** Returns the domains and the white labels that an owner has set, by collection. */
export async function readSites(
  db: Queries,
  ownerId: string,
): Promise<Map<string, Pick<LibrarySharing, 'domain' | 'look'>>> {
  const domains = await db
    .selectFrom('domains')
    .select(['collection_id', 'host', 'verified_at'])
    .where('person_id', '=', ownerId)
    .execute()
  const labels = await db
    .selectFrom('white_labels')
    .select(['collection_id', 'name', 'accent', 'paper', 'logo'])
    .where('person_id', '=', ownerId)
    .execute()
  const found = new Map<string, Pick<LibrarySharing, 'domain' | 'look'>>()
  for (const { collection_id: id, host, verified_at } of domains)
    found.set(id, { domain: { host, verified: verified_at !== null } })
  for (const { collection_id: id, logo, ...label } of labels) {
    const look = { ...label, ...(logo && { logo: Buffer.from(logo).toString('base64') }) }
    found.set(id, { ...found.get(id), look })
  }
  return found
}

/** Returns the codes of the short addresses of an owner's collections, by collection. */
export async function shortCodesOfCollections(db: Queries, ownerId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('short_links')
    .select(['collection_id', 'code'])
    .where('owner_id', '=', ownerId)
    .where('collection_id', 'is not', null)
    .$narrowType<{ collection_id: string }>()
    .execute()
  return new Map(rows.map(row => [row.collection_id, row.code]))
}

/** What belongs to links in other tables. */
export interface LinkExtras {
  codes: Map<string, string>
  keeps: Map<string, ArchiveMode>
  versions: Map<string, CopyVersionRow[]>
  places: Map<string, ReadingPlaceRow>
}

/** Returns what a person has of links besides their rows, by link. */
export async function readLinkExtras(
  db: Queries,
  personId: string,
  linkIds: readonly string[],
): Promise<LinkExtras> {
  const ofLinks = inList(db, 'link_id', linkIds)
  const codes = await db.selectFrom('short_links').select(['link_id', 'code']).where(ofLinks).execute()
  const keeps = await db
    .selectFrom('copies')
    .select(['link_id', 'keep'])
    .where('keep', 'is not', null)
    .where(ofLinks)
    .$narrowType<{ keep: ArchiveMode }>()
    .execute()
  const versions = await db
    .selectFrom('copy_versions')
    .selectAll()
    .where(ofLinks)
    .orderBy('link_id')
    .orderBy('number')
    .execute()
  const places = await db
    .selectFrom('reading_places')
    .selectAll()
    .where('person_id', '=', personId)
    .where(ofLinks)
    .execute()
  return {
    codes: new Map(codes.flatMap(row => (row.link_id === null ? [] : [[row.link_id, row.code] as const]))),
    keeps: new Map(keeps.map(row => [row.link_id, row.keep])),
    versions: Map.groupBy(versions, row => row.link_id),
    places: new Map(places.map(row => [row.link_id, row])),
  }
}

/** Returns the ended imports of bookmarks of a person with their reports, the newest first. */
export async function listPastImports(db: Queries, personId: string) {
  return db
    .selectFrom('jobs')
    .select(['finished_at', 'report'])
    .where('owner_id', '=', personId)
    .where('kind', '=', importKind)
    .where('finished_at', 'is not', null)
    .where('report', 'is not', null)
    .orderBy('finished_at', 'desc')
    .$narrowType<{ finished_at: number; report: string }>()
    .execute()
}

/** A link of somebody else that a person has marked or noted. */
export interface ForeignLinkRow {
  title: string
  address: string
  collection: string
  is_favourite: number
  note: string | null
}

/** Returns the links of others in plain text that a person has marked or noted, and may still read as a member. */
export async function listForeignLinks(db: Queries, personId: string): Promise<ForeignLinkRow[]> {
  const { rows } = await sql<ForeignLinkRow>`
    select x.title, x.address, c.name as collection, n.note,
      case when f.link_id is null then 0 else 1 end as is_favourite
    from (select link_id from favourite_links where person_id = ${personId}
      union select link_id from link_notes where person_id = ${personId}) m
    join links x on x.id = m.link_id join collections c on c.id = x.collection_id
    left join favourite_links f on f.link_id = x.id and f.person_id = ${personId}
    left join link_notes n on n.link_id = x.id and n.person_id = ${personId}
    where x.owner_id <> ${personId} and x.trashed_at is null and x.key_id is null and ${isSearchable(personId)}
    order by x.created_at, x.seq`.execute(db)
  return rows
}
