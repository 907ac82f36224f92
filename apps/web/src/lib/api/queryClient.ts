import type { Operation, Topic } from '@nestmark/contract/operation'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from '../toasts.ts'
import { Refusal, sentenceOf } from './client.ts'

type EndListener = (refusal: Refusal) => void
const endListeners = new Set<EndListener>()

/** Tells when the server answers that nobody is signed in (any more). */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
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

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      if (sessionEnded(error)) return
      // Without data the page itself shows what went wrong; with data it would go on silently.
      const seen = query.state.data === undefined && query.meta?.announce !== true
      if (!seen && query.meta?.quiet !== true) toast({ tone: 'danger', title: sentenceOf(error) })
    },
  }),
  mutationCache: new MutationCache({
    onSuccess(_data, _input, _context, mutation) {
      const touches = mutation.meta?.touches as Operation['touches'] | undefined
      if (touches && touches.length > 0) void refresh(touches)
    },
    onError(error, _input, _context, mutation) {
      if (sessionEnded(error) || mutation.meta?.quiet === true) return
      toast({ tone: 'danger', title: sentenceOf(error) })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      gcTime: 5 * 60_000,
      // Offline is a failure like any other: it is shown, not waited out in silence.
      networkMode: 'always',
      retry: (count, error) =>
        count < 2 && error instanceof Refusal && (error.status === 0 || error.status >= 502),
    },
    mutations: { networkMode: 'always' },
  },
})
