import type { Input, Operation, Output } from '@nestmark/contract/operation'
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { linksTexts } from '@nestmark/texts/links/links'
import { outboxTexts } from '@nestmark/texts/outbox'
import { connection } from '../connection.ts'
import { randomKey } from '@nestmark/client/randomKey'
import { isTransient } from '@nestmark/client/refusals'
import { waitFor } from '@nestmark/client/waitFor'
import { sendQueue } from './sendQueue.ts'
import { queueMutation, readQueue, replaceLocalIds } from '../outbox/queue.ts'
import { toast } from '../toasts.ts'
import { openAnswer, changesSealedLink, sealInput } from '../encryption/openAnswer.ts'
import { client, isInaccessible, isUnreachable, Refusal, sealedClient } from './client.ts'
import { applyOptimistically, type OptimisticChange } from './optimistic.ts'
import { deleteStoredAnswer, storeAnswer, readStoredAnswer } from './storedAnswers.ts'
import { queued, queryClient } from './queryClient.ts'

/** The delay before a stored answer is refetched, in milliseconds. */
const refetchDelay = 1_000

export interface ReadOptions {
  enabled?: boolean
  /** Shows the answer to the previous input until the new answer arrives. */
  keepPrevious?: boolean
  /** How long an answer counts as fresh, in milliseconds. */
  staleTime?: number
  /** How often the answer is read again, in milliseconds, while the page is visible. For addresses that expire. */
  refetchMs?: number
  /** False for answers of many thousand rows, where comparing old and new costs more than rendering. */
  structuralSharing?: boolean
  /** Only the caller shows the error, never a toast. */
  quiet?: boolean
  /** Always shows the error as a toast, because nothing on the page shows that the data is missing. */
  alwaysToast?: boolean
}

/** The options of a query, without those of its observer. */
interface QueryReadOptions extends Pick<ReadOptions, 'quiet' | 'alwaysToast'> {
  /**
   * How long the input must stay the same before the call, in milliseconds. Another input in the meantime ends the wait
   * without a call.
   */
  pauseMs?: number
}

/** Returns the cache key of an operation's answer. */
export function operationKey<Op extends Operation>(op: Op, input: Input<Op>) {
  return [op.path, input] as const
}

/** Returns the query options of an operation; for hooks, prefetching and `queryClient.fetchQuery`. */
export function queryOptions<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  { quiet, alwaysToast, pauseMs = 0 }: QueryReadOptions = {},
) {
  return {
    queryKey: operationKey(op, input),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Output<Op>> => {
      if (pauseMs > 0) await waitFor(pauseMs, signal)
      return fetchOrRestore(op, input, signal)
    },
    meta: { reads: op.reads, quiet, alwaysToast },
  }
}

/**
 * Calls the server. Where the server is unreachable and the page has no data, returns the last stored answer.
 * @throws the error of the call, where there is no stored answer
 */
async function fetchOrRestore<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  signal: AbortSignal,
): Promise<Output<Op>> {
  const queryKey = operationKey(op, input)
  try {
    const answer = await sealedClient.call(op, input, { signal })
    storeAnswer(op, input, answer)
    return await openAnswer(answer)
  } catch (error) {
    if (isInaccessible(error)) deleteStoredAnswer(op, input)
    // The data on the page may contain changes that are not sent yet.
    if (!isUnreachable(error) || queryClient.getQueryData(queryKey) !== undefined) throw error
    const last = readStoredAnswer(op, input)
    if (last === undefined) throw error
    // If the server is reachable after all, only this call was lost.
    setTimeout(() => {
      if (connection.get() === 'up') void queryClient.invalidateQueries({ queryKey, exact: true })
    }, refetchDelay)
    return openAnswer(last as Output<Op>)
  }
}

/** Reads an operation. The query is refetched after each mutation that touches one of its topics. */
export function useOperation<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  options: ReadOptions = {},
): UseQueryResult<Output<Op>, Refusal> {
  const { enabled, keepPrevious, staleTime, refetchMs, structuralSharing } = options
  return useQuery<Output<Op>, Refusal>({
    ...queryOptions(op, input, options),
    enabled,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(refetchMs === undefined ? {} : { refetchInterval: refetchMs }),
    ...(structuralSharing === false ? { structuralSharing: false } : {}),
    ...(keepPrevious ? { placeholderData: (last: Output<Op> | undefined) => last } : {}),
  } as Parameters<typeof useQuery<Output<Op>, Refusal>>[0])
}

export interface MutationOptions<Op extends Operation> {
  onSuccess?: (data: Output<Op>, input: Input<Op>) => void
  onError?: (refusal: Refusal, input: Input<Op>) => void
  /** Shows the change before the server answers. The returned function reverts it. */
  optimistic?: (input: Input<Op>) => () => void
  /** The caller shows the refusal itself (a form under its fields); there is no toast. */
  quiet?: boolean
  /** Returns the idempotency key: the server executes the mutation once per key. */
  idempotencyKey?: (input: Input<Op>) => string
  /**
   * Allows queueing: without a connection the mutation is stored on this device under this title and sent
   * later. Returns null where this call cannot be queued.
   */
  later?: (input: Input<Op>) => { title: string; form?: unknown } | null
  /** Sends calls one at a time, each after the answer to the previous one, so that the last one wins. */
  inOrder?: boolean
  /** Runs when the mutation is queued; the default is a toast. The optimistic change remains. */
  onQueued?: (input: Input<Op>) => void
}

/** Calls a mutation. Refetches all queries that read a touched topic; shows a refusal as a toast. */
export function useOperationMutation<Op extends Operation>(
  op: Op,
  options: MutationOptions<Op> = {},
): UseMutationResult<Output<Op>, Refusal, Input<Op>, OptimisticChange | undefined> {
  const { optimistic } = options
  return useMutation<Output<Op>, Refusal, Input<Op>, OptimisticChange | undefined>({
    mutationFn: input => sendOrQueue(op, input, options),
    meta: { touches: op.touches, quiet: options.quiet },
    ...(options.inOrder && { scope: { id: op.path } }),
    onMutate: input => optimistic && applyOptimistically(op.touches, () => optimistic(input)),
    onSuccess: (data, input) => {
      if ((data as unknown) !== queued) return options.onSuccess?.(data, input)
      if (options.onQueued) options.onQueued(input)
      else toastQueued()
    },
    onError: (refusal, input, change) => {
      change?.revert()
      options.onError?.(refusal, input)
    },
    onSettled: (_data, _refusal, _input, change) => change?.end(),
  })
}

/** Shows a toast that a mutation is queued. */
export function toastQueued(): void {
  toast({ tone: 'waiting', title: outboxTexts.queued, line: outboxTexts.queuedLine })
}

async function sendOrQueue<Op extends Operation>(
  op: Op,
  plain: Input<Op>,
  { later, idempotencyKey }: MutationOptions<Op>,
): Promise<Output<Op>> {
  const isSealed = changesSealedLink(op, plain)
  const input = isSealed ? await sealInput(op, plain) : plain
  const id = idempotencyKey?.(input) ?? randomKey()
  const keep = () => {
    const entry = later?.(plain)
    // Data stored on the device contains no text of an encrypted link.
    const stored = entry && isSealed ? { title: linksTexts.encryptedLink } : entry
    return Boolean(stored && queueMutation({ id, op: op.path, input: replaceLocalIds(input), ...stored }))
  }
  // Earlier mutations are sent first.
  const hasEarlierMutations = () => readQueue().some(each => each.state === 'waiting' && each.id !== id)
  if (later && (connection.get() !== 'up' || hasEarlierMutations()) && keep()) {
    void sendQueue()
    return queued as never
  }
  try {
    return await client.call(op, replaceLocalIds(input), { idempotencyKey: idempotencyKey && id })
  } catch (error) {
    const isTransientFailure = error instanceof Refusal && error.status !== 429 && isTransient(error)
    if (!isTransientFailure || !keep()) throw error
    setTimeout(() => void sendQueue(), 2000)
    return queued as never
  }
}
