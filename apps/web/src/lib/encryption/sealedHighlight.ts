import type { saveHighlight } from '@nestmark/contract/highlights'
import type { Highlight } from '@nestmark/contract/highlightShapes'
import type { Input } from '@nestmark/contract/operation'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import { keyRing } from './keyRing.ts'

/** An encrypted highlight on the page. Its texts are open when the key is in this browser, and empty otherwise. */
export interface SealedHighlight extends Highlight {
  sealed: string
}

/** The encrypted highlights that answers have contained, as the page has them, by id. Edits of them are encrypted. */
const knownHighlights = new Map<string, SealedHighlight>()

const emptyTexts = { text: '', comm: '', anchor: null }

// After a lock no opened text stays in memory.
keyRing.subscribe(() => {
  for (const [id, known] of knownHighlights) knownHighlights.set(id, { ...known, ...emptyTexts })
})

/** Returns whether a value of an answer is an encrypted highlight. */
export function isSealedHighlight(value: Record<string, unknown>): boolean {
  const { _id: id, style, sealed } = value
  return (
    typeof id === 'string' &&
    typeof style === 'number' &&
    typeof sealed === 'string' &&
    envelopeKeyId(sealed) !== null
  )
}

/** Returns an encrypted highlight without its texts. @param found receives the work that opens them in the returned object */
export function openSealedHighlight(value: SealedHighlight, found: Promise<void>[]): SealedHighlight {
  const copy = { ...value, ...emptyTexts }
  knownHighlights.set(copy._id, copy)
  const open = async () => {
    const key = await keyRing.open(envelopeKeyId(copy.sealed) ?? '')
    if (!key) return
    const { openHighlight } = await import('./highlightTexts.ts')
    Object.assign(copy, await openHighlight(key, copy._id, copy.sealed))
  }
  found.push(open())
  return copy
}

type Change = Input<typeof saveHighlight>

/** Returns whether a change concerns the texts of an encrypted highlight. */
export const changesSealedHighlight = ({ highlight_id: id = '', comm }: Change): boolean =>
  comm !== undefined && knownHighlights.has(id)

/** Encrypts the comment of an edit of an encrypted highlight; null without its key. Other edits are returned as they are. */
export async function sealHighlightChange(change: Change): Promise<Change | null> {
  const known = knownHighlights.get(change.highlight_id ?? '')
  const { comm, ...rest } = change
  if (!known || comm === undefined) return change
  const key = await keyRing.open(envelopeKeyId(known.sealed) ?? '')
  if (!key || known.text === '') return null
  const { sealHighlight } = await import('./highlightTexts.ts')
  return { ...rest, sealed: await sealHighlight(key, known._id, { ...known, comm }) }
}
