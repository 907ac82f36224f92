import type { Output, Parsed } from '@nestmark/contract/operation'
import type { searchCounts, searchLinksFolders } from '@nestmark/contract/search'
import { limits } from '@nestmark/core/limits'
import { excerptOf, markMatches } from '@nestmark/core/searchMarks'
import { sql } from 'kysely'
import type { Call } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { presentBreadcrumb, presentCollection } from '../collections/present.ts'
import { ancestorsOf, countCollections, listCollections, nameHolds } from '../collections/store.ts'
import { presentLinks } from '../links/present.ts'
import { byDate, countRows, type ListedLink, listLinks } from '../links/store.ts'
import { planSearch, type SearchPlan, searchType } from './query.ts'
import { countMatches, inCategory, matchPage, trashIsEmpty } from './store.ts'

type Found = Output<typeof searchLinksFolders>

/** Finds links by rank and collections by name, a page of each. */
export async function search(call: Call, input: Parsed<typeof searchLinksFolders>): Promise<Found> {
  const { actor, services } = call
  const plan = await planSearch(
    services.db.read,
    actor.personId,
    searchType(input.type),
    input.input,
    input.category,
  )
  const [links, folders] = await Promise.all([
    findLinks(call, plan.links, input),
    findFolders(call, plan.folders, input.page),
  ])
  return { ...links, ...folders, page: input.page }
}

/** How many links of each category a search finds. */
export async function countByCategory(
  { actor, services: { db } }: Call,
  input: Parsed<typeof searchCounts>,
): Promise<Output<typeof searchCounts>> {
  const { links } = await planSearch(db.read, actor.personId, searchType(input.type), input.input)
  if (!links || !('all' in links)) return { category_counts: [0, 0, 0, 0, 0] }
  const allLive = await trashIsEmpty(db.read, actor.personId)
  const counts = [1, 2, 3, 4, 5].map(category => countMatches(db.read, { ...links, category }, allLive))
  return { category_counts: await Promise.all(counts) }
}

async function findLinks(
  call: Call,
  query: SearchPlan['links'],
  { input, page }: { input: string; page: number },
) {
  if (!query) return { links: [], total: 0 }
  const { db } = call.services
  const { personId } = call.actor
  const offset = (page - 1) * limits.pageSize
  const size = limits.pageSize
  if (!('all' in query)) {
    const seqs = inCategory(personId, query.category)
    const [rows, total] = await Promise.all([
      listLinks(db.read, {
        personId,
        seqs: sql`${seqs} order by ${byDate(1, 'x.')} limit ${size} offset ${offset}`,
        orderBy: byDate(1, 'l.'),
      }),
      countRows(db.read, seqs),
    ])
    return { links: presentFound(call, rows, ''), total }
  }
  const allLive = await trashIsEmpty(db.read, personId)
  const [rows, total] = await Promise.all([
    listLinks(db.read, {
      personId,
      seqs: matchPage(db.read, query, allLive, size, offset),
      orderBy: sql`p.score desc, l.seq desc`,
    }),
    countMatches(db.read, query, allLive),
  ])
  return { links: presentFound(call, rows, input), total }
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
