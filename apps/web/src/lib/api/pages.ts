import type { Input, Operation, Output } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Refusal } from './client.ts'
import { operationKey, queryOptions } from './operations.ts'
import { queryClient } from './queryClient.ts'

const size = limits.pageSize

/** One page of an answer, independent of its field names. Without `total` the list grows page by page. */
export interface Page<T> {
  items: T[]
  total?: number
}

/** A list of any length. Only its visible pages are read. */
export interface Pages<T> {
  /** The number of items; undefined until the first page arrives. */
  total: number | undefined
  /** Returns the item at an index; undefined while its page is loading. */
  at(index: number): T | undefined
  /** Sets the visible index range. Its pages are read. */
  show(first: number, last: number): void
  /** Reads all items of an inclusive index range, loaded or not. */
  range(first: number, last: number): Promise<T[]>
  isPending: boolean
  error: Refusal | null
  retry(): void
}

/** The items of an answer. */
type ItemOf<Answer> = Answer extends
  | readonly (infer Item)[]
  | { links: readonly (infer Item)[] }
  | { folders: readonly (infer Item)[] }
  ? Item
  : never

function toPage<T>(answer: unknown): Page<T> {
  if (Array.isArray(answer)) return { items: answer }
  const { links, folders = [], total } = answer as { links?: T[]; folders?: T[]; total: number }
  return { items: links ?? folders, total }
}

/** Returns the loaded ones of the first items of a list. */
export const listLoaded = <T>({ at }: Pick<Pages<T>, 'at'>, count: number): T[] =>
  Array.from({ length: count }, (_, index) => at(index)).filter(item => item !== undefined)

/** Prefetches the first page of a list that is rendered later. */
export function prefetchFirstPage<Op extends Operation>(op: Op, input: Omit<Input<Op>, 'page'>): void {
  void queryClient.prefetchQuery(queryOptions(op, { ...input, page: 1 } as Input<Op>, { quiet: true }))
}

/**
 * Reads a paged operation by index instead of page after page. A list of 100,000 items can be scrolled to its end
 * immediately, and a mutation refetches only the visible pages.
 * @param options `total` is for answers without a total, where the caller knows it; `pick` extracts items and total from a page,
 * where these are neither the answer itself nor its links or folders
 */
export function useOperationPages<Op extends Operation, T = ItemOf<Output<Op>>>(
  op: Op,
  input: Omit<Input<Op>, 'page'>,
  {
    pick = toPage,
    ...options
  }: { enabled?: boolean; total?: number | undefined; pick?: (answer: Output<Op>) => Page<T> } = {},
): Pages<T> {
  const cache = useQueryClient()
  const inputJson = JSON.stringify(input)
  const key = `${op.path} ${inputJson}`
  const [visible, setVisible] = useState({ key, first: 1, last: 1 })
  const visiblePages = visible.key === key ? visible : { key, first: 1, last: 1 }

  const toPageInput = useCallback(
    (page: number) => ({ ...JSON.parse(inputJson), page }) as Input<Op>,
    [inputJson],
  )
  // The first page is always read, because it contains the total.
  const pageNumbers = useMemo(() => {
    const wanted = new Set([1])
    for (let page = visiblePages.first; page <= visiblePages.last; page++) wanted.add(page)
    return [...wanted]
  }, [visiblePages.first, visiblePages.last])
  const answers = useQueries({
    queries: pageNumbers.map(page => ({ ...queryOptions(op, toPageInput(page)), enabled: options.enabled })),
  })

  const head = answers[0]
  const firstPage = head?.data === undefined ? undefined : pick(head.data as Output<Op>)
  const total = firstPage && (firstPage.total ?? options.total ?? countLoaded())

  // Without a total: counts the loaded items, plus one while the last page is full.
  function countLoaded(): number {
    let page = 1
    for (;;) {
      const found = pageAt(page)
      if (!found) return (page - 1) * size + 1
      if (found.items.length < size) return (page - 1) * size + found.items.length
      page++
    }
  }

  function pageAt(page: number): Page<T> | undefined {
    const index = pageNumbers.indexOf(page)
    const data =
      (index >= 0 ? answers[index]?.data : undefined) ??
      cache.getQueryData(operationKey(op, toPageInput(page)))
    return data === undefined ? undefined : pick(data as Output<Op>)
  }

  const scrollTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(scrollTimer.current), [])
  const show = useCallback(
    (first: number, last: number) => {
      const next = { key, first: Math.floor(first / size) + 1, last: Math.floor(last / size) + 1 }
      const apply = () =>
        setVisible(now =>
          now.key === key && now.first === next.first && now.last === next.last ? now : next,
        )
      clearTimeout(scrollTimer.current)
      // Adjacent pages are read immediately. A jump waits until scrolling has stopped.
      if (Math.abs(next.first - visiblePages.first) <= 1) apply()
      else scrollTimer.current = setTimeout(apply, 90)
    },
    [key, visiblePages.first],
  )

  async function range(first: number, last: number): Promise<T[]> {
    const items: T[] = []
    const begin = Math.floor(first / size)
    for (let page = begin; page <= Math.floor(last / size); page++) {
      const query = { ...queryOptions(op, toPageInput(page + 1)), staleTime: 60_000 }
      const answer = pick((await cache.fetchQuery(query)) as Output<Op>)
      items.push(...answer.items)
      if (answer.items.length < size) break
    }
    return items.slice(first - begin * size, last + 1 - begin * size)
  }

  const failed = answers.find(answer => answer.isError && answer.data === undefined)
  return {
    total,
    at: index => pageAt(Math.floor(index / size) + 1)?.items[index % size],
    show,
    range,
    isPending: head?.data === undefined && !head?.isError,
    error: (head?.isError && head.data === undefined ? (head.error as Refusal) : null) ?? null,
    retry: () => void failed?.refetch(),
  }
}
