import type { saveHighlight } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { Input } from '@nestmark/contract/operation'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import type { KeyRing } from './keyRing.ts'

/** An encrypted highlight of the client. Its texts are open when the key is on this device, and empty otherwise. */
export interface SealedHighlight extends Highlight {
  sealed: string
}

type Change = Input<typeof saveHighlight>

/** The encrypted highlights that answers have contained, as the client has them. Edits of them are encrypted. */
export interface SealedHighlights {
  /** Returns an encrypted highlight without its texts. @param found receives the work that opens them in the returned object */
  open(value: SealedHighlight, found: Promise<void>[]): SealedHighlight
  /** Returns whether a change concerns the texts of an encrypted highlight. */
  isChangedBy(change: Change): boolean
  /** Encrypts the comment of an edit of an encrypted highlight; null without its key. Other edits are returned as they are. */
  seal(change: Change): Promise<Change | null>
}

const emptyTexts = { text: '', comm: '', anchor: null }

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

/** Creates the record of the encrypted highlights that a client has read. */
export function createSealedHighlights(keyRing: Pick<KeyRing, 'open' | 'subscribe'>): SealedHighlights {
  const highlights = new Map<string, SealedHighlight>()
  // After a lock no opened text stays in memory.
  keyRing.subscribe(() => {
    for (const [id, known] of highlights) highlights.set(id, { ...known, ...emptyTexts })
  })
  return {
    open(value, found) {
      const copy = { ...value, ...emptyTexts }
      highlights.set(copy._id, copy)
      const open = async () => {
        const key = await keyRing.open(envelopeKeyId(copy.sealed) ?? '')
        if (!key) return
        const { openHighlight } = await import('./highlightTexts.ts')
        Object.assign(copy, await openHighlight(key, copy._id, copy.sealed))
      }
      found.push(open())
      return copy
    },
    isChangedBy: ({ highlight_id: id = '', comm }) => comm !== undefined && highlights.has(id),
    async seal(change) {
      const known = highlights.get(change.highlight_id ?? '')
      const { comm, ...rest } = change
      if (!known || comm === undefined) return change
      const key = await keyRing.open(envelopeKeyId(known.sealed) ?? '')
      if (!key || known.text === '') return null
      const { sealHighlight } = await import('./highlightTexts.ts')
      return { ...rest, sealed: await sealHighlight(key, known._id, { ...known, comm }) }
    },
  }
}
