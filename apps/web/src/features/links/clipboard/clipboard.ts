import { parsePastedAddress } from '@nestmark/core/addresses/pastedAddress'
import { openOverlay, overlays } from '../../../lib/overlays/overlay.ts'
import { stored } from '../../../lib/browser/storage.ts'
import { accountsUrl } from '../../session/signIn.ts'

/**
 * Returns whether the page may read the clipboard. Firefox requires a click for each read; elsewhere pages without
 * https have no clipboard.
 */
export function canReadClipboard(): boolean {
  return !/firefox|fxios/i.test(navigator.userAgent) && 'readText' in (navigator.clipboard ?? {})
}

/** Returns the stored choice: yes, no, or null for none. */
export function readClipboardChoice(): boolean | null {
  const choice = stored.get('clipboard_access')
  return choice === '1' ? true : choice === '0' ? false : null
}

/**
 * Returns the address of a text that consists only of an address with a scheme or `www.`, else null: a text such as
 * 'notes.txt' is probably not an address. Addresses of this server return null as well.
 */
export function parseCopiedAddress(text: string): string | null {
  return /^\s*(https?:\/\/|www\.)/i.test(text) ? parseForeignAddress(text) : null
}

/**
 * Returns the address of a text that consists only of an address, also without a scheme: a user who pastes it outside
 * of a field wants to save it. Addresses of this server return null as well.
 */
export function parseForeignAddress(text: string): string | null {
  const address = parsePastedAddress(text)
  if (address === null) return null
  const ownHosts = [location.host, new URL(accountsUrl(), location.origin).host]
  return ownHosts.includes(new URL(address).host) ? null : address
}

let isReading = false

/** Reads the clipboard and offers to save a copied address, each address once. */
export async function offerCopiedAddress(parent: string | undefined): Promise<void> {
  if (isReading) return
  isReading = true
  try {
    const url = parseCopiedAddress(await navigator.clipboard.readText())
    if (url === null || url === stored.get('clipboard_last') || overlays.get().length > 0) return
    stored.set('clipboard_last', url)
    openOverlay('clipboardSave', { url, parent })
  } finally {
    isReading = false
  }
}
