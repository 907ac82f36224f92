import { parsePastedAddress } from '@nestmark/core/addresses/pastedAddress'
import { clipboardTexts as texts } from '@nestmark/texts/links/clipboard'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useIsOffline } from '../../../lib/connection.ts'
import { closeOverlay, overlays } from '../../../lib/overlays/overlay.ts'
import { type Paste, pastes } from '../../../lib/overlays/pastes.ts'
import { useStore } from '../../../lib/store.ts'
import { toast } from '../../../lib/toasts.ts'
import { useMe } from '../../session/data.ts'
import { useEncryptedPlace } from '../encryptedPlace.ts'
import { parseForeignAddress } from './clipboard.ts'
import { useOneClickSave } from './useOneClickSave.ts'

/**
 * Saves an address that is pasted outside of a field and of a dialog.
 * @param parent the collection of the page; otherwise the last used one
 */
export function usePasteSave(parent: string | undefined): void {
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
