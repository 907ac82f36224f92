import type { Operation, Topic } from '@nestmark/contract/operation'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { onReconnect } from '../connection.ts'
import { toast, undoDuration } from '../toasts.ts'
import { isUnreachable, Refusal, formatError } from './client.ts'
import { shouldRetry, retryDelay } from './retry.ts'

type EndListener = (refusal: Refusal) => void
const endListeners = new Set<EndListener>()

/** Tells when the server answers that nobody is signed in (any more). */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Tells everybody when a refusal says that nobody is signed in any more. */
export function reportSessionEnd(error: unknown): void {
  notifySessionEnd(error)
}

function notifySessionEnd(error: unknown): boolean {
  // A session whose time is over is told by 203 where the person is asked for, by 401 everywhere else.
  if (!(error instanceof Refusal) || (error.status !== 401 && error.code !== 'session.tooOld')) return false
  for (const listener of endListeners) listener(error)
  return true
}

/** Refreshes whatever was read of these topics. Deeds do it by themselves; finished jobs call it. */
export function refresh(topics: readonly Topic[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: query => {
      const reads = query.meta?.reads as readonly Topic[] | undefined
      return reads?.some(topic => topics.includes(topic)) ?? false
    },
  })
}

const minInterval = 700
let pendingTopics: Set<Topic> | 'all' | null = null
let refreshedAt = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Reads again what others have changed. Many changes are one reading, what is on its way is not asked for anew before it
 * is here, and a tab out of sight waits until it is looked at.
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
    const reads = (query.meta?.reads as readonly Topic[] | undefined) ?? []
    const isAffected =
      topics === 'all'
        ? reads.length > 0 || isUnreachable(query.state.error)
        : reads.some(topic => topics?.has(topic))
    if (!isAffected) continue
    const invalidate = () =>
      queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType })
    // What is on its way may have been read before the change.
    if (query.state.fetchStatus === 'fetching') void query.promise?.then(invalidate, invalidate)
    else void invalidate()
  }
}

// What was asked for while the server was away failed, and what happened then is not known. Not everybody at once.
onReconnect(() => setTimeout(() => scheduleRefresh('all'), Math.random() * 500))

/** Says why something was refused; where the plan was the reason, with the way to another one. */
function toastRefusal(error: unknown): void {
  const isPlanLimit = error instanceof Refusal && error.status === 402
  const upgrade = { label: texts.upgrade, run: () => location.assign('/pricing') }
  toast({
    tone: 'danger',
    title: formatError(error),
    ...(isPlanLimit ? { action: upgrade, duration: undoDuration } : {}),
  })
}

/** Stands for an answer where a deed was kept to be sent later. */
export const queued = Symbol('kept')

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      if (notifySessionEnd(error)) return
      // Without data the page itself shows what went wrong; with data it would go on silently.
      const isShownByPage = query.state.data === undefined && query.meta?.alwaysToast !== true
      // Without the network the page says so once, not with every reading.
      if (!isShownByPage && query.meta?.quiet !== true && !isUnreachable(error))
        toast({ tone: 'danger', title: formatError(error) })
    },
  }),
  mutationCache: new MutationCache({
    onSuccess(data, _input, _context, mutation) {
      if (data === queued) return
      const touches = mutation.meta?.touches as Operation['touches'] | undefined
      if (touches && touches.length > 0) void refresh(touches)
    },
    onError(error, _input, _context, mutation) {
      // It may have been done although its answer never came.
      if (isUnreachable(error))
        scheduleRefresh((mutation.meta?.touches as Operation['touches'] | undefined) ?? [])
      if (notifySessionEnd(error) || mutation.meta?.quiet === true) return
      toastRefusal(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      gcTime: 5 * 60_000,
      // Offline is a failure like any other: it is shown, not waited out in silence.
      networkMode: 'always',
      retry: shouldRetry,
      retryDelay: retryDelay,
    },
    mutations: { networkMode: 'always' },
  },
})
