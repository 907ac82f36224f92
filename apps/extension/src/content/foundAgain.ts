import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { AnchorResult } from '@nestmark/core/anchor/findAnchor'

/**
 * Returns the ids of highlights whose words are in the page, though the server knows that a copy of the page did not have them.
 * The reverse is not reported: a page may show its text later, or only after a sign-in.
 */
export function listFoundAgain(
  highlights: readonly Pick<Highlight, '_id' | 'found'>[],
  results: ReadonlyMap<string, AnchorResult>,
): string[] {
  return highlights
    .filter(({ _id, found }) => found !== undefined && results.get(_id)?.state === 'found')
    .map(({ _id }) => _id)
}
