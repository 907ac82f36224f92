import type { Input, Operation, Output } from '@nestmark/contract/operation'
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { outboxTexts } from '@nestmark/texts/outbox'
import { connection } from '../connection.ts'
import { randomKey } from '../randomKey.ts'
import { isTransient, sendQueue } from '../outbox/send.ts'
import { replaceLocalIds } from '../outbox/localIds.ts'
import { queueMutation, readQueue } from '../outbox/queue.ts'
import { toast } from '../toasts.ts'
import { client, isInaccessible, isUnreachable, Refusal } from './client.ts'
import { deleteStoredAnswer, storeAnswer, readStoredAnswer } from './storedAnswers.ts'
import { queued, queryClient } from './queryClient.ts'

/** How long after a recalled answer the server is asked again, in milliseconds. */
const refetchDelay = 1_000

export interface ReadOptions {
  enabled?: boolean
  /** Keeps showing the answer to the last input until the new one is here. */
  keepPrevious?: boolean
  /** How long an answer counts as fresh, in milliseconds. */
  staleTime?: number
  /** False for answers of many thousand rows, where comparing old and new costs more than drawing. */
  structuralSharing?: boolean
  /** An error is shown by the caller alone, never as a toast. */
  quiet?: boolean
  /** Nothing on the page shows that this is missing, so an error is always a toast. */
  alwaysToast?: boolean
}

/** The key an operation's answer is cached under. */
export function operationKey<Op extends Operation>(op: Op, input: Input<Op>) {
  return [op.path, input] as const
}

/** How to fetch and cache an operation; for hooks, prefetching and `queryClient.fetchQuery`. */
export function queryOptions<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  { quiet, alwaysToast }: Pick<ReadOptions, 'quiet' | 'alwaysToast'> = {},
) {
  return {
    queryKey: operationKey(op, input),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Output<Op>> => fetchOrRestore(op, input, signal),
    meta: { reads: op.reads, quiet, alwaysToast },
  }
}

/** Asks the server; what cannot be asked is what it answered last, where nothing newer is on the page. */
async function fetchOrRestore<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  signal: AbortSignal,
): Promise<Output<Op>> {
  const queryKey = operationKey(op, input)
  try {
    const answer = await client.call(op, input, { signal })
    storeAnswer(op, input, answer)
    return answer
  } catch (error) {
    if (isInaccessible(error)) deleteStoredAnswer(op, input)
    // What is on the page may hold changes that were not sent yet.
    if (!isUnreachable(error) || queryClient.getQueryData(queryKey) !== undefined) throw error
    const last = readStoredAnswer(op, input)
    if (last === undefined) throw error
    // Where the server is there after all, it was this one call that was lost.
    setTimeout(() => {
      if (connection.get() === 'up') void queryClient.invalidateQueries({ queryKey, exact: true })
    }, refetchDelay)
    return last as Output<Op>
  }
}

/** Reads an operation. It is read again by itself after a deed that touches one of its topics. */
export function useOperation<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  options: ReadOptions = {},
): UseQueryResult<Output<Op>, Refusal> {
  const { enabled, keepPrevious, staleTime, structuralSharing } = options
  return useQuery<Output<Op>, Refusal>({
    ...queryOptions(op, input, options),
    enabled,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(structuralSharing === false ? { structuralSharing: false } : {}),
    ...(keepPrevious ? { placeholderData: (last: Output<Op> | undefined) => last } : {}),
  } as Parameters<typeof useQuery<Output<Op>, Refusal>>[0])
}

export interface MutationOptions<Op extends Operation> {
  onSuccess?: (data: Output<Op>, input: Input<Op>) => void
  onError?: (refusal: Refusal, input: Input<Op>) => void
  /** Shows the change before the server answered; what it gives back undoes it. */
  optimistic?: (input: Input<Op>) => () => void
  /** The caller shows the refusal itself (a form under its fields); no toast then. */
  quiet?: boolean
  /** The same key does the deed once, however often it is sent. */
  idempotencyKey?: (input: Input<Op>) => string
  /** The deed can be done later: without the network it is kept on this device under this title, and sent when it is back; null where this one cannot. */
  later?: (input: Input<Op>) => { title: string; form?: unknown } | null
  /** Calls are sent one after the other, each when the one before is answered: the last one wins. */
  inOrder?: boolean
  /** It was kept; without this a toast says so. What `optimistic` shows stays. */
  onQueued?: (input: Input<Op>) => void
}

/** Does an operation. Whatever reads what it touches is read again; a refusal becomes a toast. */
export function useOperationMutation<Op extends Operation>(
  op: Op,
  options: MutationOptions<Op> = {},
): UseMutationResult<Output<Op>, Refusal, Input<Op>, (() => void) | undefined> {
  return useMutation<Output<Op>, Refusal, Input<Op>, (() => void) | undefined>({
    mutationFn: input => sendOrQueue(op, input, options),
    meta: { touches: op.touches, quiet: options.quiet },
    ...(options.inOrder && { scope: { id: op.path } }),
    onMutate: input => options.optimistic?.(input),
    onSuccess: (data, input) => {
      if ((data as unknown) !== queued) return options.onSuccess?.(data, input)
      if (options.onQueued) options.onQueued(input)
      else toastQueued()
    },
    onError: (refusal, input, undo) => {
      undo?.()
      options.onError?.(refusal, input)
    },
  })
}

/** Says that a deed was kept. */
export function toastQueued(): void {
  toast({ tone: 'info', title: outboxTexts.kept, line: outboxTexts.keptLine })
}

async function sendOrQueue<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  { later, idempotencyKey }: MutationOptions<Op>,
): Promise<Output<Op>> {
  const id = idempotencyKey?.(input) ?? randomKey()
  const keep = () => {
    const entry = later?.(input)
    return Boolean(entry && queueMutation({ id, op: op.path, input: replaceLocalIds(input), ...entry }))
  }
  // What was done before goes first.
  const hasEarlierMutations = () => readQueue().some(each => each.state === 'waiting' && each.id !== id)
  if (later && (connection.get() !== 'up' || hasEarlierMutations()) && keep()) {
    void sendQueue()
    return queued as never
  }
  try {
    return await client.call(op, replaceLocalIds(input), { idempotencyKey: idempotencyKey && id })
  } catch (error) {
    const passing = error instanceof Refusal && error.status !== 429 && isTransient(error)
    if (!passing || !keep()) throw error
    setTimeout(() => void sendQueue(), 2000)
    return queued as never
  }
}
