import {
  allHighlights,
  type HighlightPage,
  pageHighlights,
  searchHighlights,
} from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { queryClient } from '../../lib/api/queryClient.ts'

const paths: readonly unknown[] = [allHighlights.path, searchHighlights.path, pageHighlights.path]

/** An answer with highlights: a page of a list, or all highlights of one page. */
type Answer = HighlightPage[] | HighlightPage | null | undefined

/**
 * Changes a highlight in every cached answer, or removes it. A page that has no highlight left stays in its list, because
 * the list would otherwise seem to end there.
 * @param change null removes the highlight
 * @returns restores the answers
 */
export function patchHighlight(id: string, change: Partial<Highlight> | null): () => void {
  const reverts: (() => void)[] = []
  for (const query of queryClient.getQueryCache().getAll()) {
    if (!paths.includes(query.queryKey[0])) continue
    const before = query.state.data as Answer
    const after = patchAnswer(before, id, change)
    if (after === before) continue
    // What is stored shares parts with the previous response, so it is another object than `after`.
    const stored: unknown = query.setData(after)
    reverts.push(() => query.state.data === stored && query.setData(before))
  }
  return () => {
    for (const revert of reverts) revert()
  }
}

/** Returns an answer with a highlight changed or removed; the same answer where it has no such highlight. */
export function patchAnswer<T extends Answer>(answer: T, id: string, change: Partial<Highlight> | null): T {
  if (!answer) return answer
  if (!Array.isArray(answer)) return patchGroup(answer, id, change) as T
  const groups = answer.map(group => patchGroup(group, id, change))
  return groups.some((group, index) => group !== answer[index]) ? (groups as T) : answer
}

function patchGroup(group: HighlightPage, id: string, change: Partial<Highlight> | null): HighlightPage {
  const { highlights } = group.data
  if (!highlights.some(each => each._id === id)) return group
  const patched = change
    ? highlights.map(each => (each._id === id ? { ...each, ...change } : each))
    : highlights.filter(each => each._id !== id)
  const removed = highlights.length - patched.length
  return { ...group, count: group.count - removed, data: { ...group.data, highlights: patched } }
}

/** Returns a highlight and its page from any cached answer. */
export function findHighlight(id: string): { highlight: Highlight; group: HighlightPage } | undefined {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    const answer = paths.includes(queryKey[0]) ? (state.data as Answer) : undefined
    if (!answer) continue
    for (const group of Array.isArray(answer) ? answer : [answer]) {
      const highlight = group.data.highlights.find(each => each._id === id)
      if (highlight) return { highlight, group }
    }
  }
  return undefined
}
