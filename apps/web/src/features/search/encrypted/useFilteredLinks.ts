import type { Collection, Link } from '@nestmark/contract/shapes'
import { compareKey } from '@nestmark/core/words/compareKey'
import { isEmptySearch, parseFilter } from '@nestmark/core/searchQuery/query'
import type { LinkHits } from '@nestmark/core/searchIndex/linkHits'
import { createSortKeys } from '@nestmark/core/words/sortKeys'
import { useMemo, useState } from 'react'
import type { Pages } from '../../../lib/api/pages.ts'
import { useTree } from '../../collections/data.ts'
import { useCollectionLinks } from '../../links/data.ts'
import { isEncrypted } from '../../links/encryptedPlace.ts'
import type { LinkQuery } from '../../links/listQuery.ts'
import type { LinkResult } from '../results/linkResult.ts'
import { findIndexed } from './encryptedIndex.ts'
import type { ResultOrder, SortKey } from './mergeResults.ts'
import type { TypedSearch } from './toLinkQuery.ts'
import { type EncryptedIndex, useEncryptedIndex } from './useEncryptedIndex.ts'
import { type EncryptedCount, useEncryptedCount } from './useEncryptedCount.ts'
import { noHits, useHits } from './useHits.ts'
import { useHitRows, useMergedPages } from './useMergedPages.ts'

/** The links without encryption of an encrypted collection, which only the server can search. */
export interface PlainLinks {
  /** Undefined where they were not counted. */
  count: number | undefined
  /** Sends the words of the filter to the server. Other words are not sent. */
  search(): void
}

/**
 * The links of a collection, filtered by the server and, where they are encrypted and open here, by the browser. The
 * words of the filter of an encrypted collection are not sent.
 */
export interface FilteredLinks {
  pages: Pages<Link>
  /** How many of them the browser has found. */
  hitCount: number
  /** The keys whose links the server leaves out: a bulk action on the list has to leave them out too. */
  openKeys: readonly string[] | undefined
  /** The encrypted links of the list; undefined until they are counted. */
  encrypted: EncryptedCount | undefined
  /** What a filter with words searches in this browser; its numbers are those of the list. */
  index: EncryptedIndex
  /** The words of the filter are searched in this browser only, unless the person sends them. */
  isPrivate: boolean
  /** What was not searched for this reason; null where there is nothing, or where it was. */
  plain: PlainLinks | null
}

/**
 * Reads the links of a collection. Words of the filter are also searched in its encrypted links that are open here; those
 * of an encrypted collection only there.
 */
export function useFilteredLinks(folder: Collection, query: LinkQuery): FilteredLinks {
  const input = query.input.trim()
  const hasWords = input !== ''
  const [sentInput, setSentInput] = useState<string>()
  const isPrivate = isEncrypted(folder) && !(hasWords && sentInput === input)
  const sends = !isPrivate || !hasWords
  const encrypted = useEncryptedCount(folder, query)
  const mayFind = encrypted !== undefined && (encrypted.open > 0 || encrypted.isMore)
  const index = useEncryptedIndex(hasWords && mayFind)
  const isKnown = encrypted !== undefined && index.isKnown
  const { kids } = index
  const [shownKids, setShownKids] = useState(kids)
  const current = useResults(folder, query, kids, { sends, isKnown })
  const previous = useResults(folder, query, shownKids, { sends, isKnown })
  if (current.isLoaded && shownKids?.join(' ') !== kids?.join(' ')) setShownKids(kids)
  // While the first reading ends, what the server has found stays.
  const { pages, hitCount, openKeys, isLoaded } = !current.isLoaded && previous.isLoaded ? previous : current
  const count = useCountPlain(folder, query, encrypted)
  return {
    pages: isLoaded ? pages : { ...pages, total: undefined },
    hitCount,
    openKeys,
    encrypted,
    index: {
      ...index,
      unread: index.unread > 0 ? (encrypted?.open ?? 0) : 0,
      // Where not all collections were counted, any locked link may be in the list.
      isCounted: encrypted?.isMore !== true,
      locked: hasWords ? (encrypted?.isMore ? index.locked : (encrypted?.locked ?? 0)) : 0,
      lock: encrypted?.lock ?? (encrypted?.isMore ? index.lock : undefined),
    },
    isPrivate,
    plain: sends || count === 0 ? null : { count, search: () => setSentInput(input) },
  }
}

/** Counts the links without encryption in the list of an encrypted collection; undefined where their number is unknown. */
function useCountPlain(
  folder: Collection,
  { sub = false }: LinkQuery,
  encrypted: EncryptedCount | undefined,
): number | undefined {
  const entry = useTree().index?.entries.get(folder._id)
  const all = sub ? entry?.total : folder.links_count
  if (all === undefined || !encrypted || encrypted.isMore || folder.role === 'public') return undefined
  return Math.max(0, all - encrypted.open - encrypted.locked)
}

/** Nothing of the server: what it could find was not asked for. */
const noPages: Pages<LinkResult> = {
  total: 0,
  at: () => undefined,
  show: () => undefined,
  range: async () => [],
  isPending: false,
  error: null,
  retry: () => undefined,
}

/**
 * Reads what the server finds without links of these keys, merged with what the browser finds among those.
 * @param sends false where the words are not sent: the browser searches alone, once it is known which links it has
 */
function useResults(
  folder: Collection,
  query: LinkQuery,
  kids: readonly string[] | undefined,
  { sends, isKnown }: { sends: boolean; isKnown: boolean },
) {
  const { order, sort, tag } = query
  const input = query.input.trim()
  const openKeys = input === '' ? undefined : kids
  const answered: Pages<LinkResult> = useCollectionLinks(folder._id, query, openKeys, sends)
  const pages = sends ? answered : noPages
  const found = useHits(toTypedSearch(folder, query), isEmptySearch(parseFilter(input)) ? undefined : kids)
  const tagged = useMemo(() => (found && tag !== undefined ? withTag(found, tag) : found), [found, tag])
  // The list shows no excerpts.
  const hits = useHitRows(tagged ?? noHits, '')
  const textSort = toTextSort(sort)
  const resultOrder: ResultOrder = textSort ? { text: order } : order
  const merged = useMergedPages(pages, hits, resultOrder, textSort && sortKeys[textSort])
  const hasFound = found !== undefined && (sends || isKnown)
  const isLoaded = (pages.total !== undefined && hasFound) || pages.error !== null
  return { pages: merged, hitCount: hits.keys.length, openKeys, isLoaded }
}

/** Returns the text by which the browser sorts what it finds. It has no manual order, so the dates decide there. */
const toTextSort = (sort: LinkQuery['sort']) => (sort === 'title' || sort === 'host' ? sort : undefined)

function toTypedSearch(folder: Collection, query: LinkQuery): TypedSearch {
  return {
    input: query.input.trim(),
    type: 'everything',
    order: query.order,
    category: query.category,
    within: {
      folderId: folder._id,
      sub: query.sub === true,
      favourite: query.favourite === true,
      sort: toTextSort(query.sort),
    },
  }
}

/** Returns the hits with a tag. The index knows tags by their names, which other owners may use too. */
function withTag(found: LinkHits, tag: string): LinkHits {
  const positions = found.ids.flatMap((id, at) =>
    findIndexed(id)?.tags.some(each => each._id === tag) === true ? at : [],
  )
  const pick = <Value>(list: ArrayLike<Value>) => positions.map(at => list[at] as Value)
  return {
    ...found,
    ids: pick(found.ids),
    ranks: new Uint8Array(pick(found.ranks)),
    dates: new Float64Array(pick(found.dates)),
    keys: found.keys.length > 0 ? pick(found.keys) : [],
  }
}

const toSortKeys = ({ _id, name, link, enc }: Link) =>
  // The server has no sort keys of encrypted links.
  enc === 1 && findIndexed(_id) === undefined
    ? { title_key: '', host_key: '' }
    : createSortKeys(name, link === '' ? '' : compareKey(link))

const sortKeys = {
  title: (row: LinkResult): SortKey => ({ ...row, text: toSortKeys(row).title_key }),
  host: (row: LinkResult): SortKey => ({ ...row, text: toSortKeys(row).host_key }),
}
