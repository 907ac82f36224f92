import { clipboardAccess } from '@nestmark/contract/session'
import { clipboardTexts as texts } from '@nestmark/texts/links/clipboard'
import { useOperationMutation } from '../../../lib/api/operations.ts'
import { stored } from '../../../lib/browser/storage.ts'
import { dismissToast, toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { patchMe } from '../../session/data.ts'
import { offerCopiedAddress } from './clipboard.ts'

/** Asks once whether copied addresses may be offered. The browser asks for its permission only after a yes. */
export default function ClipboardConsent({ parent, onClose }: { parent?: string; onClose: () => void }) {
  const saveChoice = useOperationMutation(clipboardAccess)
  const choose = (clipboard_access: 0 | 1) => {
    stored.set('clipboard_access', String(clipboard_access))
    patchMe(me => ({ ...me, clipboard_access }))
    saveChoice.mutate({ clipboard_access })
    onClose()
  }
  const accept = async () => {
    choose(1)
    const thanksToast = toast({ title: texts.thanks })
    try {
      await offerCopiedAddress(parent)
    } catch {
      // The two toasts would contradict each other.
      dismissToast(thanksToast)
      toast({ tone: 'info', title: texts.blocked, line: texts.blockedLine, duration: 6000 })
    }
  }
  return (
    <Dialog
      title={texts.ask}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => choose(0)}>{texts.no}</Button>
          <Button variant="primary" data-autofocus onClick={() => void accept()}>
            {texts.yes}
          </Button>
        </>
      }
    >
      <p className="t2">{texts.askLine}</p>
    </Dialog>
  )
}
