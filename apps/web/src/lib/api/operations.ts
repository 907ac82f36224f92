import type { Input, Operation, Output } from '@nestmark/contract/operation'
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { outboxTexts } from '@nestmark/texts/outbox'
import { connection } from '../connection.ts'
import { randomKey } from '../randomKey.ts'
import { isPassing, sendWaiting } from '../outbox/send.ts'
import { withRealIds } from '../outbox/localIds.ts'
import { queueMutation, waitingNow } from '../outbox/waiting.ts'
import { toast } from '../toasts.ts'
import { client, isClosed, isUnreachable, Refusal } from './client.ts'
import { dropAnswer, keepAnswer, lastAnswer } from './lastRead.ts'
import { kept, queryClient } from './queryClient.ts'

/** How long after a recalled answer the server is asked again, in milliseconds. */
const askAgainAfter = 1_000

export interface ReadOptions {
  enabled?: boolean
  /** Keeps showing the answer to the last input until the new one is here. */
  keep?: boolean
  /** How long an answer counts as fresh, in milliseconds. */
  staleTime?: number
  /** False for answers of many thousand rows, where comparing old and new costs more than drawing. */
  share?: boolean
  /** An error is shown by the caller alone, never as a toast. */
  quiet?: boolean
  /** Nothing on the page shows that this is missing, so an error is always a toast. */
  announce?: boolean
}

/** The key an operation's answer is cached under. */
export function operationKey<Op extends Operation>(op: Op, input: Input<Op>) {
  return [op.path, input] as const
}

/** How to fetch and cache an operation; for hooks, prefetching and `queryClient.fetchQuery`. */
export function read<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  { quiet, announce }: Pick<ReadOptions, 'quiet' | 'announce'> = {},
) {
  return {
    queryKey: operationKey(op, input),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Output<Op>> => readOrRecall(op, input, signal),
    meta: { reads: op.reads, quiet, announce },
  }
}

/** Asks the server; what cannot be asked is what it answered last, where nothing newer is on the page. */
async function readOrRecall<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  signal: AbortSignal,
): Promise<Output<Op>> {
  const queryKey = operationKey(op, input)
  try {
    const answer = await client.call(op, input, { signal })
    keepAnswer(op, input, answer)
    return answer
  } catch (error) {
    if (isClosed(error)) dropAnswer(op, input)
    // What is on the page may hold changes that were not sent yet.
    if (!isUnreachable(error) || queryClient.getQueryData(queryKey) !== undefined) throw error
    const last = lastAnswer(op, input)
    if (last === undefined) throw error
    // Where the server is there after all, it was this one call that was lost.
    setTimeout(() => {
      if (connection.get() === 'up') void queryClient.invalidateQueries({ queryKey, exact: true })
    }, askAgainAfter)
    return last as Output<Op>
  }
}

/** Reads an operation. It is read again by itself after a deed that touches one of its topics. */
export function useOperation<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  options: ReadOptions = {},
): UseQueryResult<Output<Op>, Refusal> {
  const { enabled, keep, staleTime, share } = options
  return useQuery<Output<Op>, Refusal>({
    ...read(op, input, options),
    enabled,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(share === false ? { structuralSharing: false } : {}),
    ...(keep ? { placeholderData: (last: Output<Op> | undefined) => last } : {}),
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
  onKept?: (input: Input<Op>) => void
}

/** Does an operation. Whatever reads what it touches is read again; a refusal becomes a toast. */
export function useOperationMutation<Op extends Operation>(
  op: Op,
  options: MutationOptions<Op> = {},
): UseMutationResult<Output<Op>, Refusal, Input<Op>, (() => void) | undefined> {
  return useMutation<Output<Op>, Refusal, Input<Op>, (() => void) | undefined>({
    mutationFn: input => doNowOrLater(op, input, options),
    meta: { touches: op.touches, quiet: options.quiet },
    ...(options.inOrder && { scope: { id: op.path } }),
    onMutate: input => options.optimistic?.(input),
    onSuccess: (data, input) => {
      if ((data as unknown) !== kept) return options.onSuccess?.(data, input)
      if (options.onKept) options.onKept(input)
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

async function doNowOrLater<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  { later, idempotencyKey }: MutationOptions<Op>,
): Promise<Output<Op>> {
  const id = idempotencyKey?.(input) ?? randomKey()
  const keep = () => {
    const way = later?.(input)
    return Boolean(way && queueMutation({ id, op: op.path, input: withRealIds(input), ...way }))
  }
  // What was done before goes first.
  const behind = () => waitingNow().some(each => each.state === 'waiting' && each.id !== id)
  if (later && (connection.get() !== 'up' || behind()) && keep()) {
    void sendWaiting()
    return kept as never
  }
  try {
    return await client.call(op, withRealIds(input), { idempotencyKey: idempotencyKey && id })
  } catch (error) {
    const passing = error instanceof Refusal && error.status !== 429 && isPassing(error)
    if (!passing || !keep()) throw error
    setTimeout(() => void sendWaiting(), 2000)
    return kept as never
  }
}
