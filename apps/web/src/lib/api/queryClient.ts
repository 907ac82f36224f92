import type { Operation, Topic } from '@nestmark/contract/operation'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { type Mutation, MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { onReconnect } from '../connection.ts'
import { arePlansOffered } from '../serverSetting.ts'
import { upgradePath } from '../site.ts'
import { toast, undoDuration } from '../toasts.ts'
import { isSessionEnd } from '@nestmark/client/refusals'
import { isUnreachable, Refusal, formatError } from './client.ts'
import { showError } from './showError.ts'
import { reapplyOptimistic } from './optimistic.ts'
import { shouldRetry, retryDelay } from './retry.ts'

type EndListener = (refusal: Refusal) => void
const endListeners = new Set<EndListener>()

/**
 * Subscribes to the end of the session, when the server responds that no user is signed in.
 * @returns unsubscribes
 */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Notifies the listeners when a refusal shows that the session has ended. @returns whether it does */
export function reportSessionEnd(error: unknown): boolean {
  if (!isSessionEnd(error)) return false
  for (const listener of endListeners) listener(error)
  return true
}

/**
 * Refetches all queries that read one of the topics. Mutations do this themselves; the code that watches jobs
 * calls it.
 */
export async function refresh(topics: readonly Topic[]): Promise<void> {
  const isAffected = readsOneOf(topics)
  // A first request that is running may have read the old data, and an invalidation does not restart it.
  const firstRequests = queryClient
    .getQueryCache()
    .findAll({ predicate: isAffected, fetchStatus: 'fetching' })
    .filter(query => query.state.data === undefined)
  await queryClient.invalidateQueries({ predicate: isAffected })
  if (firstRequests.length === 0) return
  await Promise.allSettled(firstRequests.map(query => query.promise))
  await queryClient.invalidateQueries({ predicate: query => firstRequests.includes(query) })
}

/** Removes links or collections from the cached lists for whose input `where` returns true. */
export function hideItems(
  list: 'links' | 'folders',
  ids: readonly string[],
  where: (input: { folder_id?: string }) => boolean,
): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    const answer = query.state.data as ({ [name in typeof list]?: unknown } & { total?: number }) | undefined
    const items = answer?.[list]
    // The count of an export is called `links`, too.
    if (!Array.isArray(items) || !where((query.queryKey[1] ?? {}) as object)) continue
    const remaining = (items as { _id: string }[]).filter(item => !ids.includes(item._id))
    const removedCount = items.length - remaining.length
    if (removedCount > 0)
      query.setData({
        ...answer,
        [list]: remaining,
        ...(answer?.total && { total: answer.total - removedCount }),
      })
  }
}

/** Waits until no query that reads one of the topics is being fetched, such as after a mutation. */
export async function waitUntilFetched(topics: readonly Topic[]): Promise<void> {
  const isAffected = readsOneOf(topics)
  for (;;) {
    const running = queryClient.getQueryCache().findAll({ predicate: isAffected, fetchStatus: 'fetching' })
    if (running.length === 0) return
    // A later mutation cancels them and fetches again.
    await Promise.allSettled(running.map(query => query.promise))
    await new Promise(resolve => setTimeout(resolve))
  }
}

/** Returns the topics whose changes affect a query. */
const listTopics = (query: Pick<Query, 'meta'>): readonly Topic[] =>
  (query.meta?.reads as readonly Topic[] | undefined) ?? []

const readsOneOf = (topics: readonly Topic[]) => (query: Query) =>
  listTopics(query).some(topic => topics.includes(topic))

/** Returns the topics that a mutation changes. */
const listTouched = ({ meta }: Pick<Mutation, 'meta'>): Operation['touches'] =>
  (meta?.touches as Operation['touches'] | undefined) ?? []

const minInterval = 700
let pendingTopics: Set<Topic> | 'all' | null = null
let refreshedAt = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Refetches what other users have changed. Combines changes that arrive together, waits for running requests,
 * and in a hidden tab marks the data as stale until the tab is visible.
 */
export function scheduleRefresh(topics: readonly Topic[] | 'all'): void {
  if (topics.length === 0) return
  pendingTopics =
    topics === 'all' || pendingTopics === 'all' ? 'all' : new Set([...(pendingTopics ?? []), ...topics])
  timer ??= setTimeout(runRefresh, Math.max(0, refreshedAt + minInterval - performance.now()))
}

function runRefresh(): void {
  const topics = pendingTopics
  timer = undefined
  pendingTopics = null
  refreshedAt = performance.now()
  const refetchType = document.hidden ? ('none' as const) : ('active' as const)
  for (const query of queryClient.getQueryCache().getAll()) {
    const reads = listTopics(query)
    const isAffected =
      topics === 'all'
        ? reads.length > 0 || isUnreachable(query.state.error)
        : reads.some(topic => topics?.has(topic))
    if (!isAffected) continue
    const invalidate = () =>
      queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType })
    // The running request may have read the data before the change.
    if (query.state.fetchStatus === 'fetching') void query.promise?.then(invalidate, invalidate)
    else void invalidate()
  }
}

/**
 * Refetches after every reconnect: queries failed while the server was unreachable, and changes of that time are
 * unknown. A random delay spreads the load of many clients.
 */
export function refreshOnReconnect(): void {
  onReconnect(() => setTimeout(() => scheduleRefresh('all'), Math.random() * 500))
}

/** Shows a toast with the reason of a refusal; with a link to the plans where the plan is the reason. */
function toastRefusal(error: unknown): void {
  const isPlanLimit = error instanceof Refusal && error.status === 402 && arePlansOffered()
  const upgrade = { label: texts.upgrade, run: () => location.assign(upgradePath) }
  toast({
    tone: 'danger',
    title: formatError(error),
    ...(isPlanLimit ? { action: upgrade, duration: undoDuration } : {}),
  })
}

/**
 * Waits for the answers to the mutations that are running and change data.
 * @returns false if one of them was refused; at once without any
 */
export async function waitForMutations(): Promise<boolean> {
  const cache = queryClient.getMutationCache()
  const running = cache.findAll({
    status: 'pending',
    predicate: mutation => listTouched(mutation).length > 0,
  })
  if (running.length === 0) return true
  return new Promise(resolve => {
    const unsubscribe = cache.subscribe(() => {
      if (running.some(({ state }) => state.status === 'pending')) return
      unsubscribe()
      // What awaits a mutation, such as for its toast, goes on first.
      setTimeout(() => resolve(running.every(({ state }) => state.status === 'success')))
    })
  })
}

/** The result of a mutation that was queued instead of sent. */
export const queued = Symbol('queued')

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (_data, query) => reapplyOptimistic(listTopics(query)),
    onError(error, query) {
      if (reportSessionEnd(error)) return
      // Without data the page itself shows the error. With data nothing else would show it.
      const isShownByPage = query.state.data === undefined && query.meta?.alwaysToast !== true
      // Without a connection the page shows one notice, not one per query.
      if (!isShownByPage && query.meta?.quiet !== true && !isUnreachable(error)) showError(error)
    },
  }),
  mutationCache: new MutationCache({
    onSuccess(data, _input, _context, mutation) {
      const touches = listTouched(mutation)
      if (data !== queued && touches.length > 0) void refresh(touches)
    },
    onError(error, _input, change, mutation) {
      // The server may have executed the mutation although no answer arrived. Of several optimistic changes that run
      // at the same time one cannot be reverted alone.
      if (isUnreachable(error) || change !== undefined) scheduleRefresh(listTouched(mutation))
      if (reportSessionEnd(error) || mutation.meta?.quiet === true) return
      toastRefusal(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      gcTime: 5 * 60_000,
      // 'always' makes an offline query fail, so that the page can show it, instead of pausing it.
      networkMode: 'always',
      retry: shouldRetry,
      retryDelay,
    },
    mutations: { networkMode: 'always' },
  },
})
