import { useEffect, useEffectEvent, useRef } from 'react'
import { useMe } from '../../features/session/data.ts'
import { openOverlay, overlays, closeOverlay } from '../../lib/overlays/overlay.ts'
import { useCurrentCollectionId } from './useCurrentCollectionId.ts'
import { parsePastedAddress } from '@nestmark/core/addresses/pastedAddress'
import { clipboardTexts as texts } from '@nestmark/texts/links/clipboard'
import { useIsOffline } from '../../lib/connection.ts'
import { type Paste, pastes } from '../../lib/overlays/pastes.ts'
import { useEventListener } from '../../lib/focus/useEventListener.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'
import { useEncryptedPlace } from '../../features/links/encryptedPlace.ts'
import {
  canReadClipboard,
  offerCopiedAddress,
  parseForeignAddress,
  readClipboardChoice,
} from '../../features/links/clipboard/clipboard.ts'
import { useOneClickSave } from '../../features/links/clipboard/useOneClickSave.ts'

/**
 * Saves pasted addresses. Offers to save a copied address when the window gets the focus, or asks once for permission.
 */
export function ClipboardWatcher() {
  const parent = useCurrentCollectionId()
  usePasteSave(parent)
  const me = useMe()
  const hasAsked = useRef(false)
  const checkClipboard = () => {
    // The user may have chosen on another device, so this waits for the user data.
    if (!me || !canReadClipboard() || overlays.get().length > 0) return
    const choice = readClipboardChoice() ?? (me.clipboard_access === null ? null : me.clipboard_access === 1)
    // Without the browser's permission nothing is shown; the user saw a message when it was requested.
    if (choice) offerCopiedAddress(parent).catch(() => undefined)
    else if (choice === null && !hasAsked.current) {
      // If the user closes it without a choice, it appears again at the next visit.
      hasAsked.current = true
      openOverlay('clipboardAsk', { parent })
    }
  }
  useEventListener('focus', checkClipboard, window)
  return null
}

/**
 * Saves an address that is pasted outside of a field and of a dialog.
 * @param parent the collection of the page; otherwise the last used one
 */
function usePasteSave(parent: string | undefined): void {
  const me = useMe()
  const pending = useRef('')
  const save = useOneClickSave(parent)
  // Whether the page is encrypted decides what is sent. Without a connection nothing is sent, and it may stay unknown.
  const place = useEncryptedPlace()
  const isPlaceKnown = useIsOffline() || place !== undefined
  const isReady = me !== undefined && isPlaceKnown
  const waiting = useStore(pastes)
  const handle = useEffectEvent(({ text, hasFiles, dialog }: Paste) => {
    // The dialog that offers a copied address opens automatically when the window gets the focus.
    if (dialog !== undefined && dialog !== 'clipboardSave' && dialog !== 'clipboardAsk') return
    const url = parseForeignAddress(text)
    if (url === null) {
      if (dialog === undefined && !hasFiles && text.trim() !== '' && parsePastedAddress(text) === null)
        toast({ tone: 'info', title: texts.noAddress, line: texts.noAddressLine })
      return
    }
    if (overlays.get().at(-1)?.name === 'clipboardSave') closeOverlay()
    // A held key pastes repeatedly.
    if (pending.current === url) return
    pending.current = url
    void save(url).finally(() => (pending.current = ''))
  })
  useEffect(() => {
    if (!isReady || waiting.length === 0) return
    pastes.set([])
    for (const paste of waiting) handle(paste)
  }, [isReady, waiting])
}
