import type { Output, Parsed } from '@nestmark/contract/operation'
import type { proSearch as proSearchCall, searchCounts, searchLinksFolders } from '@nestmark/contract/search'
import { limits } from '@nestmark/core/limits'
import { parseSearch } from '@nestmark/core/searchQuery/query'
import { excerptOf, markMatches } from '@nestmark/core/searchMarks'
import { sql } from 'kysely'
import type { Call } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { presentBreadcrumb, presentCollection } from '../collections/present.ts'
import { ancestorsOf, countCollections, listCollections, nameHolds } from '../collections/store.ts'
import { presentLinks } from '../links/present.ts'
import { byDate, type ListedLink, listLinks } from '../links/store.ts'
import { foldersAsked, planSearch, searchType } from '../finding/query.ts'
import { countFound, countFoundByCategory, isRanked, pageFound } from './store.ts'

type Found = Output<typeof searchLinksFolders>

/** Finds links by rank and collections by name, a page of each. */
export async function search(call: Call, input: Parsed<typeof searchLinksFolders>): Promise<Found> {
  const [links, folders] = await Promise.all([
    findLinks(call, input),
    findFolders(call, foldersAsked(searchType(input.type), input.input), input.page),
  ])
  return { ...links, ...folders, page: input.page }
}

/** How many links of each category a search finds. */
export async function countByCategory(
  { actor, services: { db } }: Call,
  input: Parsed<typeof searchCounts>,
): Promise<Output<typeof searchCounts>> {
  const links = await planSearch(db.read, actor, searchType(input.type), input.input)
  const counts = [0, 0, 0, 0, 0]
  if (!links) return { category_counts: counts }
  const place = { db: db.read, ownerId: actor.personId }
  const { text } = links
  // Categories are terms of the index: five counts there cost less than a look at each link that matches.
  if (text && links.filters.conditions.length === 0 && links.allLive)
    return {
      category_counts: await Promise.all(
        counts.map((_, at) => countFound(place, { ...links, text: { ...text, category: at + 1 } })),
      ),
    }
  for (const { category, n } of await countFoundByCategory(place, links)) counts[category - 1] = n
  return { category_counts: counts }
}

/** Looks for links (type 1) or for collections (type 2). */
export async function proSearch(call: Call, input: Parsed<typeof proSearchCall>): Promise<Found> {
  return search(call, { ...input, type: input.type === 1 ? 'link' : 'collection' })
}

async function findLinks(call: Call, input: Parsed<typeof searchLinksFolders>) {
  const { read } = call.services.db
  const { personId } = call.actor
  const { order, page } = input
  const links = await planSearch(read, call.actor, searchType(input.type), input.input, input.category)
  if (!links) return { links: [], total: 0 }
  const place = { db: read, ownerId: personId }
  const cut = { order, limit: limits.pageSize, offset: (page - 1) * limits.pageSize }
  const rows = await listLinks(read, {
    personId,
    seqs: pageFound(place, links, cut),
    orderBy: isRanked(links, order) ? sql`p.score desc, l.seq desc` : byDate(order ?? 1, 'l.'),
  })
  // Most searches find less than a page: then it says itself how many there are.
  const total = page === 1 && rows.length < limits.pageSize ? rows.length : await countFound(place, links)
  const words = links.ranked ? parseSearch(input.input).text : ''
  return { links: presentFound(call, rows, words), total }
}

/** Links with the matching part of the field that a reader would not see whole. The title is marked by the page itself. */
function presentFound(call: Call, rows: readonly ListedLink[], input: string): Found['links'] {
  return presentLinks(rows, 'owner', pictureAddress(call)).map(link => {
    if (!input || markMatches(link.name, input).length > 1) return link
    const parts = excerptOf(link.desc, input)
    if (parts) return { ...link, excerpt: { field: 'desc' as const, parts } }
    const address = excerptOf(link.link, input)
    return address ? { ...link, excerpt: { field: 'link' as const, parts: address } } : link
  })
}

async function findFolders(call: Call, folded: string | null, page: number) {
  if (!folded) return { folders: [], total_folders: 0 }
  const { read } = call.services.db
  const { personId } = call.actor
  const filter = sql<boolean>`owner_id = ${personId} and trashed_by is null and parent_id is not null and ${nameHolds(read, folded)}`
  const rows = await listCollections(read, {
    personId,
    filter,
    orderBy: sql`length(name_key), updated_at desc, id`,
    limit: limits.pageSize,
    offset: (page - 1) * limits.pageSize,
  })
  const [total, ancestors] = await Promise.all([
    rows.length < limits.pageSize && page === 1 ? rows.length : countCollections(read, filter),
    ancestorsOf(
      read,
      rows.map(row => row.id),
    ),
  ])
  const folders = rows.map(row => ({
    ...presentCollection(row, 'owner' as const, pictureAddress(call)),
    breadcrumb: presentBreadcrumb(ancestors.filter(each => each.of === row.id)),
  }))
  return { folders, total_folders: total }
}
