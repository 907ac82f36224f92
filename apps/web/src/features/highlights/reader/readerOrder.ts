import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { AnchorResult } from '@nestmark/core/anchor/findAnchor'

/** A highlight whose words are other ones now. */
interface ChangedHighlight {
  highlight: Highlight
  /** What is in the place of its words. */
  words: string
}

/** The highlights of a page by what has become of their words. Those that are still searched are in none of the lists. */
export interface OrderedHighlights {
  /** In the order of the text. */
  placed: readonly Highlight[]
  /** In the order of the text. */
  changed: readonly ChangedHighlight[]
  missing: readonly Highlight[]
}

/** Sorts highlights by where their words are. */
export function orderHighlights(
  highlights: readonly Highlight[],
  results: ReadonlyMap<string, AnchorResult>,
): OrderedHighlights {
  const found: { highlight: Highlight; start: number; end: number }[] = []
  const changed: (ChangedHighlight & { start: number })[] = []
  const missing: Highlight[] = []
  for (const highlight of highlights) {
    const result = results.get(highlight._id)
    if (result?.state === 'found') found.push({ highlight, ...result })
    else if (result?.state === 'changed') changed.push({ highlight, words: result.text, start: result.start })
    else if (result) missing.push(highlight)
  }
  return {
    placed: found.toSorted((a, b) => a.start - b.start || a.end - b.end).map(each => each.highlight),
    changed: changed.toSorted((a, b) => a.start - b.start),
    missing,
  }
}

/** Returns what has become of the words of highlights, for those of which the server knows something else. */
export function listFound(
  highlights: readonly Highlight[],
  results: ReadonlyMap<string, AnchorResult>,
): { highlight_id: string; found: 'here' | 'changed' | 'gone' }[] {
  return highlights.flatMap(({ _id: id, found: known = 'here' }) => {
    const state = results.get(id)?.state
    const found = state === 'found' ? 'here' : state === 'missing' ? 'gone' : state
    return found === undefined || found === known ? [] : [{ highlight_id: id, found }]
  })
}

/** Sorts the highlights of a PDF by page and place. Those of pages that have not been drawn are where they were made. */
export function orderByPage(
  highlights: readonly Highlight[],
  results: ReadonlyMap<string, AnchorResult>,
): OrderedHighlights {
  const place = ({ anchor }: Highlight) => [anchor?.pdf?.page ?? 0, anchor?.position.start ?? 0] as const
  const sorted = highlights.toSorted((a, b) => {
    const [[pageA, startA], [pageB, startB]] = [place(a), place(b)]
    return pageA - pageB || startA - startB
  })
  const placed: Highlight[] = []
  const changed: ChangedHighlight[] = []
  const missing: Highlight[] = []
  for (const highlight of sorted) {
    const result = results.get(highlight._id)
    if (!highlight.anchor?.pdf || result?.state === 'missing') missing.push(highlight)
    else if (result?.state === 'changed') changed.push({ highlight, words: result.text })
    else placed.push(highlight)
  }
  return { placed, changed, missing }
}

/**
 * Returns the ID before or after the current one, from the end to the start and back; undefined without any.
 * @param nextIndex the index of the first ID after the place that is read, for the step without a current one
 */
export function stepTo(
  ids: readonly string[],
  current: string | null,
  step: 1 | -1,
  nextIndex: number,
): string | undefined {
  const index = current === null ? -1 : ids.indexOf(current)
  const target = index >= 0 ? index + step : step === 1 ? nextIndex : nextIndex - 1
  return ids.at(target % Math.max(1, ids.length))
}
