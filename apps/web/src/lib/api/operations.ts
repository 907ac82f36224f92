import type { Input, Operation, Output } from '@nestmark/contract/operation'
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { client, type Refusal } from './client.ts'

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
export function keyOf<Op extends Operation>(op: Op, input: Input<Op>) {
  return [op.path, input] as const
}

/** How to fetch and cache an operation; for hooks, prefetching and `queryClient.fetchQuery`. */
export function read<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  { quiet, announce }: Pick<ReadOptions, 'quiet' | 'announce'> = {},
) {
  return {
    queryKey: keyOf(op, input),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Output<Op>> => client.call(op, input, { signal }),
    meta: { reads: op.reads, quiet, announce },
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

export interface DeedOptions<Op extends Operation> {
  onSuccess?: (data: Output<Op>, input: Input<Op>) => void
  onError?: (refusal: Refusal, input: Input<Op>) => void
  /** Shows the change before the server answered; what it gives back undoes it. */
  optimistic?: (input: Input<Op>) => () => void
  /** The caller shows the refusal itself (a form under its fields); no toast then. */
  quiet?: boolean
  /** The same key does the deed once, however often it is sent. */
  idempotencyKey?: () => string
}

/** Does an operation. Whatever reads what it touches is read again; a refusal becomes a toast. */
export function useDeed<Op extends Operation>(
  op: Op,
  options: DeedOptions<Op> = {},
): UseMutationResult<Output<Op>, Refusal, Input<Op>, (() => void) | undefined> {
  return useMutation<Output<Op>, Refusal, Input<Op>, (() => void) | undefined>({
    mutationFn: input => client.call(op, input, { idempotencyKey: options.idempotencyKey?.() }),
    meta: { touches: op.touches, quiet: options.quiet },
    onMutate: input => options.optimistic?.(input),
    onSuccess: (data, input) => options.onSuccess?.(data, input),
    onError: (refusal, input, undo) => {
      undo?.()
      options.onError?.(refusal, input)
    },
  })
}
