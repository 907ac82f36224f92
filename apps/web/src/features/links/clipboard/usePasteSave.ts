import { parsePastedAddress } from '@nestmark/core/pastedAddress'
import { clipboardTexts as texts } from '@nestmark/texts/clipboard'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isTyping } from '../../../lib/hotkeys.ts'
import { closeOverlay, overlays } from '../../../lib/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { useMe } from '../../session/data.ts'
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
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || !me || isTyping(event.target)) return
    // The dialog that offers a copied address opens automatically when the window gets the focus.
    const dialog = overlays.get().at(-1)?.name
    if (dialog !== undefined && dialog !== 'clipboardSave' && dialog !== 'clipboardAsk') return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const url = parseForeignAddress(text)
    if (url === null) {
      const hasFiles = event.clipboardData?.files.length !== 0
      if (dialog === undefined && !hasFiles && text.trim() !== '' && parsePastedAddress(text) === null)
        toast({ tone: 'info', title: texts.noAddress, line: texts.noAddressLine })
      return
    }
    event.preventDefault()
    if (dialog === 'clipboardSave') closeOverlay()
    // A held key pastes repeatedly.
    if (pending.current === url) return
    pending.current = url
    void save(url).finally(() => (pending.current = ''))
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => handlePaste(event)
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
