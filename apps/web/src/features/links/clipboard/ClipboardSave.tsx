import { oneClickSave } from '@nestmark/contract/links/links'
import { clipboardTexts as texts } from '@nestmark/texts/links/clipboard'
import { useState } from 'react'
import { useOperationMutation } from '../../../lib/api/operations.ts'
import { isEncryptedPlace } from '../../../lib/encryption/entering.ts'
import { useHotkeys } from '../../../lib/focus/hotkeys.ts'
import { openOverlay, overlays } from '../../../lib/overlays/overlay.ts'
import { randomKey } from '@nestmark/client/randomKey'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconCopyCheck, IconLink } from '../../../ui/icons.ts'
import { toParentName } from '../../collections/data.ts'
import { useProposedCollection } from '../../collections/picker/useSavePlace.ts'
import css from './ClipboardSave.module.css'
import { pollScrapedData } from '../pollScrapedData.ts'
import { useSavedToast } from '../useSavedToast.ts'
import { useDuplicates } from '../form/save/linkFormData.ts'

/** Offers to save an address from the clipboard: directly, or with the form. */
export default function ClipboardSave({
  url,
  parent,
  onClose,
}: {
  url: string
  parent?: string
  onClose: () => void
}) {
  const parentId = useProposedCollection(parent)
  // The address of a link that will be encrypted is not looked up.
  const duplicate = useDuplicates(isEncryptedPlace(parentId) ? '' : url)?.links[0]
  const [key] = useState(randomKey)
  const showSaved = useSavedToast()
  const save = useOperationMutation(oneClickSave, {
    idempotencyKey: () => key,
    later: () => ({ title: url }),
    onSuccess: saved => {
      showSaved(saved)
      void pollScrapedData(saved)
    },
  })
  const saveDirectly = () => {
    if (save.isPending) return
    save.mutate({ url, parent: parentId })
    onClose()
  }
  const openForm = () => {
    onClose()
    openOverlay('addLink', { url, parent })
  }
  const whenOnTop = (run: () => void) => (event: KeyboardEvent) => {
    if (overlays.get().at(-1)?.name !== 'clipboardSave') return
    // The typed character must not appear in the field of the next dialog.
    event.preventDefault()
    run()
  }
  useHotkeys({ n: whenOnTop(onClose), q: whenOnTop(saveDirectly), a: whenOnTop(openForm) })
  return (
    <Dialog
      title={texts.save}
      onClose={onClose}
      footerStart={
        <Button variant="ghost" aria-keyshortcuts="n" onClick={onClose}>
          {texts.saveNo}
        </Button>
      }
      footer={
        <>
          <Button aria-keyshortcuts="a" onClick={openForm}>
            {texts.advanced}
          </Button>
          <Button variant="primary" data-autofocus aria-keyshortcuts="q" onClick={saveDirectly}>
            {texts.quick}
          </Button>
        </>
      }
    >
      <div className={`flex g8 top ${css.url}`} dir="ltr">
        <IconLink className="i t3" />
        <span className="anywhere clamp">{url.replace(/^https?:\/\/(www\.)?/i, '')}</span>
      </div>
      <p role="status" className={duplicate ? `row g6 acc ${css.duplicate}` : undefined}>
        {duplicate && (
          <>
            <IconCopyCheck className="i s14" />
            <span dir="auto">{texts.savedIn(toParentName(duplicate))}</span>
          </>
        )}
      </p>
    </Dialog>
  )
}
