import type { Output, Parsed } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/search/search'
import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { parseSearch } from '@nestmark/core/searchQuery/query'
import { findExcerpt } from '@nestmark/core/words/highlightMatches'
import { isRemote } from '../../db/dialect.ts'
import { ranksInTiers } from '../../db/searchText/fullText.ts'
import { type LoadValue, coalesce } from '../../db/statements/coalesce.ts'
import { toPageRange } from '../../db/statements/limitClause.ts'
import { action, ownLibraryRead } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { presentBreadcrumb } from '../collections/lists/readCollectionPage.ts'
import { presentCollection } from '../collections/present.ts'
import { type ListedCollection, readAncestors } from '../collections/store.ts'
import { readOwnership } from '../collections/placing/ownership.ts'
import { presentMixed } from '../links/lists/readLinks.ts'
import { planSpeculatively } from '../searchQuery/speculativePlan.ts'
import { besides, type SearchScope } from '../searchQuery/found.ts'
import { toCollectionQuery, type LinkSearch, planSearch, searchType } from '../searchQuery/query.ts'
import { createPageExcerpts } from '../copies/reading/pageExcerpts.ts'
import { countFolders, findFolderIds, listFolders } from './folderQuery.ts'
import {
  countFound,
  isRanked,
  listFound,
  pageFromScan,
  pageFound,
  type PageOfSearch,
  pageOfNewest,
  type SearchRange,
} from './store.ts'
import { listByTiers, rankedRows } from './tierStore.ts'

type Found = Output<typeof contract.searchLibrary>
type LinkResult = Found['links'][number]

/** Finds links by rank and collections by name, a page of each. */
export const searchLibrary = action(contract.searchLibrary, ownLibraryRead, async (call, input) => {
  const ask = coalesce(call.services.db.read)
  const [links, folders] = await Promise.all([
    findLinks(call, input, ask),
    findFolders(call, toCollectionQuery(searchType(input.type), input.input), input.page, ask),
  ])
  return { ...links, ...folders, page: input.page }
})

/** Searches links (type 1) or collections (type 2). */
export const proSearch = action(contract.proSearch, ownLibraryRead, async (call, input) => {
  return searchLibrary(call, { ...input, type: input.type === 1 ? 'link' : 'collection' })
})

function findLinks(call: Call, input: Parsed<typeof contract.searchLibrary>, ask: LoadValue) {
  const { read } = call.services.db
  return planSpeculatively(
    read,
    call.actor.personId,
    readContext =>
      planSearch(
        read,
        call.actor,
        {
          type: searchType(input.type),
          input: input.input,
          timeZone: input.time_zone,
          category: input.category,
          openKeys: input.open_keys,
        },
        readContext,
      ),
    searches => findPage(call, input, searches),
    ask,
  )
}

/** Returns the page of links for a planned search, and their total. */
async function findPage(
  call: Call,
  input: Parsed<typeof contract.searchLibrary>,
  searches: readonly LinkSearch[],
) {
  const { read } = call.services.db
  const { personId } = call.actor
  const { order, page } = input
  const [own] = searches
  if (!own) return { links: [], total: 0, total_limited: 0 as const }
  const scope = { db: read, personId }
  const range = { order, ...toPageRange(page) }
  const words = own.ranked || own.inPages ? parseSearch(input.input).text : ''
  const list: List = seqs =>
    listFound(read, personId, seqs, isRanked(searches, order) ? 'rank' : (order ?? 1), own.inPages)
  const inPages = besides(searches)
  // A page of few results waits for this number.
  const countedInPages = isRemote(read) && page === 1 ? countFound(scope, inPages) : null
  countedInPages?.catch(() => undefined)
  const found =
    isRanked(searches, order) && ranksInTiers(read)
      ? await rankedPage(scope, searches, range, list)
      : await foundPage(scope, searches, range, list)
  const pages = await pagesAfter(scope, inPages, range, found.count, countedInPages)
  const count = found.count + pages.count
  const rows = [...found.rows, ...pages.rows]
  const [presented, excerpts] = await Promise.all([
    presentMixed(call, rows),
    words ? createPageExcerpts(rows, words) : new Map<string, string[]>(),
  ])
  const links = isRanked(searches, order)
    ? presented.map((link, at) => ({ ...link, rank: Number(found.rows[at]?.score ?? 0) }))
    : presented
  return {
    links: words ? links.map(link => withExcerpt(link, words, excerpts.get(link._id))) : links,
    total: Math.min(count, limits.searchTotal),
    total_limited: count > limits.searchTotal ? (1 as const) : (0 as const),
  }
}

/**
 * Returns the part of a page that follows the links themselves: links that only their page matches, by date.
 * @param before the number of links that come before all of them
 * @param counted the number of these links, when it was requested
 */
async function pagesAfter(
  scope: SearchScope,
  searches: readonly LinkSearch[],
  { order, offset, limit }: SearchRange,
  before: number,
  counted: Promise<number> | null,
): ReturnType<typeof foundPage> {
  if (searches.length === 0 || before > limits.searchTotal) return { rows: [], count: 0 }
  const count = await counted
  if (count === 0) return { rows: [], count }
  const last = offset + limit
  const range = {
    order,
    offset: Math.max(0, offset - before),
    limit: Math.max(0, last - Math.max(before, offset)),
  }
  const list: List = seqs => listFound(scope.db, scope.personId, seqs, order ?? 1, true)
  if (range.limit > 0) return foundPage(scope, searches, range, list)
  return { rows: [], count: count ?? (await countFound(scope, searches)) }
}

type List = (seqs: PageOfSearch) => ReturnType<typeof listFound>

/** Returns a page by rank on SQLite. The matches are counted where they are more than the best ones. */
async function rankedPage(
  scope: SearchScope,
  searches: readonly LinkSearch[],
  { offset, limit }: SearchRange,
  list: List,
) {
  const last = Math.min(offset + limit, limits.searchTotal + 1)
  if (last <= offset) return { rows: [], count: await countFound(scope, searches) }
  const best = await listByTiers(scope, searches, last)
  const count = best.length < last ? best.length : await countFound(scope, searches)
  const ofPage = best.slice(offset)
  return { rows: ofPage.length > 0 ? await list(rankedRows(ofPage)) : [], count }
}

/** Returns a page by date, or by PostgreSQL's rank. */
async function foundPage(
  scope: SearchScope,
  searches: readonly LinkSearch[],
  range: SearchRange,
  list: List,
) {
  // A search that matches most links fills its page from the first rows of a scan.
  const atHand = pageFromScan(scope, searches, range)
  const near = atHand ? await list(atHand) : []
  const many = near.length === range.limit
  let rows = many ? near : await list(pageFound(scope, searches, range))
  const limit = limits.searchTotal
  // Only a part of the matches was ranked then.
  if (!many && isRanked(searches, range.order) && (rows[0]?.total ?? 0) > limit)
    rows = (await list(pageOfNewest(scope, searches, range))).map(row => ({ ...row, total: limit + 1 }))
  // Most searches find less than a page, which then determines the total.
  const ended = range.offset === 0 && rows.length < range.limit
  const count = ended ? rows.length : (rows[0]?.total ?? (await countFound(scope, searches, many)))
  return { rows, count }
}

/** Adds an excerpt of the field whose match is not visible in the list. */
function withExcerpt<Found extends Link>(
  link: Found,
  input: string,
  page: string[] | undefined,
): Found & Pick<LinkResult, 'excerpt'> {
  const excerpt = page ? { field: 'page' as const, parts: page } : findExcerpt(link, input)
  return excerpt ? { ...link, excerpt } : link
}

async function findFolders(call: Call, folded: string | null, page: number, ask: LoadValue) {
  if (!folded) return { folders: [], total_folders: 0 }
  const { read } = call.services.db
  const { personId } = call.actor
  const limit = limits.pageSize
  const ids = await findFolderIds(read, personId, folded, page, ask)
  if (ids.length === 0 && page === 1) return { folders: [], total_folders: 0 }
  const [rows, total, ancestors] = await Promise.all([
    listFolders(read, personId, ids),
    ids.length < limit && page === 1 ? ids.length : countFolders(read, personId, folded),
    readAncestors(read, ids),
  ])
  return { folders: await presentFolders(call, rows, ancestors), total_folders: total }
}

/**
 * Returns collections with their breadcrumbs. For shared ones, both start at the first collection that the caller may
 * see.
 */
async function presentFolders(
  call: Call,
  rows: readonly ListedCollection[],
  ancestors: Awaited<ReturnType<typeof readAncestors>>,
): Promise<Found['folders']> {
  const shared = new Set(rows.filter(row => row.owner_id !== call.actor.personId).map(row => row.id))
  const ways = ancestors.filter(each => shared.has(each.of)).map(each => each.id)
  const whose = await readOwnership(call.services.db.read, call.actor, rows.map(toOwnedItem), ways)
  return rows.map(row => {
    const { role, shareRoot, ...owner } = whose.of(toOwnedItem(row))
    const path = ancestors.filter(each => each.of === row.id)
    const collection = presentCollection(row, { role, shareRoot }, createPictureAddresses(call))
    if (role === 'owner') return { ...collection, breadcrumb: presentBreadcrumb(path) }
    const seen = path.slice(path.findIndex(each => whose.roles.get(each.id)?.role))
    const breadcrumb = presentBreadcrumb(seen, role ?? 'public')
    return { ...collection, ...owner, parent: breadcrumb.at(-1)?.parent ?? null, breadcrumb }
  })
}

const toOwnedItem = ({ owner_id, id }: ListedCollection) => ({ owner_id, collection_id: id })
