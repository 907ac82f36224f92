import type { Operation, Topic } from '@nestmark/contract/operation'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { onBack } from '../connection.ts'
import { toast, undoTime } from '../toasts.ts'
import { isUnreachable, Refusal, toSentence } from './client.ts'
import { isWorthAnotherTry, pauseBeforeTry } from './retry.ts'

type EndListener = (refusal: Refusal) => void
const endListeners = new Set<EndListener>()

/** Tells when the server answers that nobody is signed in (any more). */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Tells everybody when a refusal says that nobody is signed in any more. */
export function noteSessionEnd(error: unknown): void {
  sessionEnded(error)
}

function sessionEnded(error: unknown): boolean {
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

const pauseBetween = 700
let waiting: Set<Topic> | 'all' | null = null
let readAt = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Reads again what others have changed. Many changes are one reading, what is on its way is not asked for anew before it
 * is here, and a tab out of sight waits until it is looked at.
 */
export function refreshGently(topics: readonly Topic[] | 'all'): void {
  if (topics.length === 0) return
  waiting = topics === 'all' || waiting === 'all' ? 'all' : new Set([...(waiting ?? []), ...topics])
  timer ??= setTimeout(readAgain, Math.max(0, readAt + pauseBetween - performance.now()))
}

function readAgain(): void {
  const topics = waiting
  timer = undefined
  waiting = null
  readAt = performance.now()
  const refetchType = document.hidden ? ('none' as const) : ('active' as const)
  for (const query of queryClient.getQueryCache().getAll()) {
    const reads = (query.meta?.reads as readonly Topic[] | undefined) ?? []
    const isMeant =
      topics === 'all'
        ? reads.length > 0 || isUnreachable(query.state.error)
        : reads.some(topic => topics?.has(topic))
    if (!isMeant) continue
    const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType })
    // What is on its way may have been read before the change.
    if (query.state.fetchStatus === 'fetching') void query.promise?.then(again, again)
    else void again()
  }
}

// What was asked for while the server was away failed, and what happened then is not known. Not everybody at once.
onBack(() => setTimeout(() => refreshGently('all'), Math.random() * 500))

/** Says why something was refused; where the plan was the reason, with the way to another one. */
function sayRefusal(error: unknown): void {
  const byPlan = error instanceof Refusal && error.status === 402
  const upgrade = { label: texts.upgrade, run: () => location.assign('/pricing') }
  toast({
    tone: 'danger',
    title: toSentence(error),
    ...(byPlan ? { action: upgrade, time: undoTime } : {}),
  })
}

/** Stands for an answer where a deed was kept to be sent later. */
export const kept = Symbol('kept')

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      if (sessionEnded(error)) return
      // Without data the page itself shows what went wrong; with data it would go on silently.
      const seen = query.state.data === undefined && query.meta?.announce !== true
      // Without the network the page says so once, not with every reading.
      if (!seen && query.meta?.quiet !== true && !isUnreachable(error))
        toast({ tone: 'danger', title: toSentence(error) })
    },
  }),
  mutationCache: new MutationCache({
    onSuccess(data, _input, _context, mutation) {
      if (data === kept) return
      const touches = mutation.meta?.touches as Operation['touches'] | undefined
      if (touches && touches.length > 0) void refresh(touches)
    },
    onError(error, _input, _context, mutation) {
      // It may have been done although its answer never came.
      if (isUnreachable(error))
        refreshGently((mutation.meta?.touches as Operation['touches'] | undefined) ?? [])
      if (sessionEnded(error) || mutation.meta?.quiet === true) return
      sayRefusal(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      gcTime: 5 * 60_000,
      // Offline is a failure like any other: it is shown, not waited out in silence.
      networkMode: 'always',
      retry: isWorthAnotherTry,
      retryDelay: pauseBeforeTry,
    },
    mutations: { networkMode: 'always' },
  },
})
