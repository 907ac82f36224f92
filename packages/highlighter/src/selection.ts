/** The ends of a selection, as they are when it is read. */
export type SelectedRange = Pick<StaticRange, 'startContainer' | 'startOffset' | 'endContainer' | 'endOffset'>

/** The part of a selection that not all browsers have. */
interface ComposedSelection {
  getComposedRanges?(options: { shadowRoots: readonly ShadowRoot[] }): StaticRange[]
}

/**
 * Returns the selected range of a document, also inside open shadow roots; null without a selection.
 * @param shadowRoots the open shadow roots that the range may be in
 */
export function readSelectedRange(
  document: Document,
  shadowRoots: readonly ShadowRoot[],
): SelectedRange | null {
  const selection = document.getSelection()
  if (!selection || selection.rangeCount === 0) return null
  const composed = (selection as ComposedSelection).getComposedRanges?.({ shadowRoots })[0]
  const range = composed ?? selection.getRangeAt(0)
  const { startContainer, startOffset, endContainer, endOffset } = range
  if (startContainer === endContainer && startOffset === endOffset) return null
  return { startContainer, startOffset, endContainer, endOffset }
}

/** Returns whether two ranges have the same ends. */
export const isSameRange = (one: SelectedRange, other: SelectedRange | null): boolean =>
  one.startContainer === other?.startContainer &&
  one.startOffset === other.startOffset &&
  one.endContainer === other.endContainer &&
  one.endOffset === other.endOffset
