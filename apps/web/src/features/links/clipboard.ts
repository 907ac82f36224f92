import { normaliseAddress } from '@nestmark/core/url'
import { openOverlay, overlays } from '../../lib/overlay.ts'
import { stored } from '../../lib/storage.ts'
import { accountsUrl } from '../session/signIn.ts'

/** Firefox asks for a press with every reading; elsewhere pages without https have no clipboard. */
export function canReadClipboard(): boolean {
  return !/firefox|fxios/i.test(navigator.userAgent) && 'readText' in (navigator.clipboard ?? {})
}

/** The choice that is stored: yes, no, or none. */
export function clipboardChoice(): boolean | null {
  const choice = stored.get('clipboard_access')
  return choice === '1' ? true : choice === '0' ? false : null
}

/**
 * The address a text is, when it is one and nothing else, with its scheme or `www.`: 'notes.txt' was copied for another
 * reason. Addresses of Nestmark itself are none to be saved.
 */
export function copiedAddress(text: string): string | null {
  const trimmed = text.trim()
  if (!/^(https?:\/\/|www\.)\S+$/i.test(trimmed)) return null
  const address = normaliseAddress(trimmed)
  if (address === null) return null
  const own = [location.host, new URL(accountsUrl(), location.origin).host]
  return own.includes(new URL(address).host) ? null : address
}

let reading = false

/** Looks at the clipboard and offers a copied address, each once. */
export async function offerCopied(parent: string | undefined): Promise<void> {
  if (reading) return
  reading = true
  try {
    const url = copiedAddress(await navigator.clipboard.readText())
    if (url === null || url === stored.get('clipboard_last') || overlays.get().length > 0) return
    stored.set('clipboard_last', url)
    openOverlay('clipboardSave', { url, parent })
  } finally {
    reading = false
  }
}
