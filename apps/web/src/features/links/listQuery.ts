import type { EveryLink, LinkSet } from '@nestmark/contract/shapes'
import { categories } from '@nestmark/core/limits'
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { useLocation, useNavigate } from '../../lib/router/location.ts'
import { withParameters } from '../../lib/addresses.ts'
import { holdPageHeight } from '../../lib/lists/holdPageHeight.ts'
import { useStore } from '../../lib/store.ts'
import { encryptedFilter } from './encryptedPlace.ts'

/**
 * The filter and order of a link list. They are in the URL, so that going back restores them. The words of the filter of
 * an encrypted collection are not.
 */
export interface LinkQuery {
  input: string
  sort: 'date' | 'title' | 'host' | 'hand'
  /** 1 descending (newest first), 2 ascending. */
  order: 1 | 2
  /** 1 to 5. */
  category?: number | undefined
  /** ID of a tag. */
  tag?: string | undefined
  favourite?: boolean | undefined
  /** Includes the links of all descendants. */
  sub?: boolean | undefined
}

const defaults: LinkQuery = { input: '', sort: 'date', order: 1 }

/** Reads the query of a list from a query string. Unknown values become the defaults. */
export function readListQuery(search: string): LinkQuery {
  const query = new URLSearchParams(search)
  const sort = query.get('sort')
  const sortKey = sort === 'title' || sort === 'host' || sort === 'hand' ? sort : 'date'
  const order = query.get('order')
  return {
    input: query.get('q') ?? '',
    sort: sortKey,
    order: order === 'desc' ? 1 : order === 'asc' ? 2 : sortKey === 'date' ? 1 : 2,
    category: categories.find(each => each.tag === query.get('category'))?.code,
    tag: query.get('tag') ?? undefined,
    favourite: query.get('favourite') === '1' || undefined,
    sub: query.get('sub') === '1' || undefined,
  }
}

/** Writes the query into a query string, without the defaults. Other parameters remain. */
export function writeListQuery(search: string, query: LinkQuery): string {
  const defaultOrder = query.sort === 'date' ? 1 : 2
  return withParameters(search, {
    q: query.input,
    sort: query.sort === 'date' ? undefined : query.sort,
    order: query.order === defaultOrder ? undefined : query.order === 1 ? 'desc' : 'asc',
    category: categories.find(each => each.code === query.category)?.tag,
    tag: query.tag,
    favourite: query.favourite ? '1' : undefined,
    sub: query.sub ? '1' : undefined,
  })
}

/** Returns whether a filter is active. */
export function isFiltered({ input, category, tag, favourite }: LinkQuery): boolean {
  return input !== '' || category !== undefined || tag !== undefined || favourite === true
}

/** Returns how a list is limited: by a search text, or only by filters; null when it is not. */
export type LimitKind = 'search' | 'filters' | null

export function toLimitKind(query: LinkQuery): LimitKind {
  if (query.input !== '') return 'search'
  return isFiltered(query) ? 'filters' : null
}

/**
 * Returns the query of the current URL and its setters. A choice creates a history entry; typing does not.
 * @param encryptedId the encrypted collection whose list it is: its words stay in the memory of the tab
 */
export function useListQuery(encryptedId?: string): {
  query: LinkQuery
  change: (part: Partial<LinkQuery>) => void
  clear: () => void
} {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const filter = useStore(encryptedFilter)
  const encryptedInput = filter !== null && filter.id === encryptedId ? filter.input : undefined
  const query = useMemo(() => {
    const read = readListQuery(search)
    return encryptedInput === undefined ? read : { ...read, input: encryptedInput }
  }, [search, encryptedInput])
  const change = useCallback(
    (part: Partial<LinkQuery>) => {
      const isTyping = Object.keys(part).every(name => name === 'input')
      const next = { ...query, ...part }
      holdPageHeight()
      if (encryptedId !== undefined) encryptedFilter.set({ id: encryptedId, input: next.input })
      const address = writeListQuery(search, encryptedId === undefined ? next : { ...next, input: '' })
      if (encryptedId !== undefined && address === search) return
      void navigate(pathname + address, { replace: isTyping, state: { stay: true } })
    },
    [navigate, pathname, search, query, encryptedId],
  )
  const clear = useCallback(
    () =>
      change({
        ...defaults,
        sort: query.sort,
        order: query.order,
        category: undefined,
        tag: undefined,
        favourite: undefined,
      }),
    [change, query.sort, query.order],
  )
  return { query, change, clear }
}

/**
 * Takes the words of the filter of an encrypted collection out of the address, which a reload would send, and drops them
 * when its page is left. Call it once for each page.
 */
export function useWordsInMemory(encryptedId: string | undefined): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => readListQuery(search), [search])
  const { input } = query
  const take = useEffectEvent((id: string) => {
    encryptedFilter.set({ id, input })
    const address = pathname + writeListQuery(search, { ...query, input: '' })
    void navigate(address, { replace: true, state: { ...(state as object | null), stay: true } })
  })
  const holderId = input === '' ? undefined : encryptedId
  useEffect(() => {
    if (holderId !== undefined) take(holderId)
  }, [holderId])
  useEffect(() => () => encryptedFilter.set(null), [])
}

/** Returns the sort key and direction of a list as the server knows them: several collections have no manual order. */
export function toListOrder({ sort, order, sub }: LinkQuery): Pick<LinkQuery, 'sort' | 'order'> {
  return sort === 'hand' && sub ? { sort: 'date', order: 1 } : { sort, order }
}

/** Returns the set of links for the server's input. */
export function toLinkSet({ input, category, tag, favourite, sub }: LinkQuery, folderId?: string): LinkSet {
  return {
    ...(folderId !== undefined && { folder_id: folderId }),
    ...(sub && { include_sub: 1 as const }),
    ...(input !== '' && { input }),
    ...(category !== undefined && { category }),
    ...(tag !== undefined && { tag }),
    ...(favourite && { favourite: 1 as const }),
  }
}

/**
 * Returns what a list shows, for bulk actions.
 * @param openKeys the keys whose links the server leaves out of the list, because the browser finds them
 */
export const toEveryLink = (
  query: LinkQuery,
  folderId: string,
  openKeys: readonly string[] | undefined,
): EveryLink => ({
  ...toLinkSet(query, folderId),
  ...(openKeys && { open_keys: [...openKeys] }),
})
