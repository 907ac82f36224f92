import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { Anchor } from '@nestmark/core/anchor/anchor'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { openText, sealText } from '@nestmark/encryption/envelope'

/** What the envelope of a highlight has. */
type HighlightTexts = Pick<Highlight, 'text' | 'comm' | 'anchor'>

/**
 * Opens a highlight; null when the key is another, or when its content is no highlight. The server could not check it: an
 * anchor that is none is left out.
 */
export async function openHighlight(
  key: CollectionKey,
  id: string,
  envelope: string,
): Promise<HighlightTexts | null> {
  try {
    const opened: unknown = JSON.parse(await openText(key, { linkId: id, field: 'highlight' }, envelope))
    const { text, comm, anchor } = (opened ?? {}) as Record<string, unknown>
    if (typeof text !== 'string' || text === '') return null
    return { text, comm: typeof comm === 'string' ? comm : '', anchor: isAnchor(anchor) ? anchor : null }
  } catch {
    return null
  }
}

function isAnchor(value: unknown): value is Anchor {
  const { quote, position, pdf } = (value ?? {}) as { [Name in keyof Anchor]?: object }
  const isText = (part: unknown) => typeof part === 'string'
  const { exact, prefix, suffix } = (quote ?? {}) as Record<string, unknown>
  const { start, end } = (position ?? {}) as Record<string, unknown>
  const { page } = (pdf ?? { page: 1 }) as Record<string, unknown>
  return [exact, prefix, suffix].every(isText) && [start, end, page].every(Number.isSafeInteger)
}

/** Encrypts the texts of a highlight, for its id. */
export const sealHighlight = (
  key: CollectionKey,
  id: string,
  { text, comm, anchor }: HighlightTexts,
): Promise<string> =>
  sealText(key, { linkId: id, field: 'highlight' }, JSON.stringify({ text, comm, anchor }))
