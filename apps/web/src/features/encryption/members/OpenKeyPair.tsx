import { getKeyPair } from '@nestmark/contract/encryptionKeys'
import { memberKeysTexts as texts } from '@nestmark/texts/memberKeys'
import { uiTexts } from '@nestmark/texts/ui'
import { type FormEvent, useId, useState } from 'react'
import { client, formatError, Refusal } from '../../../lib/api/client.ts'
import type { Overlays } from '../../../lib/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconKey } from '../../../ui/icons.ts'
import { useFocusProblem } from '../../../ui/useFocusProblem.ts'
import { useMe } from '../../session/data.ts'
import css from '../encryption.module.css'
import { SecretField } from '../SecretField.tsx'
import { deriveInWorker } from '../secretTasks.ts'

/** Asks for the passphrase of the key pair. The pair is kept by whoever asked for it, and only as long as needed. */
export default function OpenKeyPair({
  onOpened,
  onClose,
}: Overlays['openKeyPair'] & { onClose: () => void }) {
  const [passphrase, setPassphrase] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const personId = useMe()?.user_id
  const formId = useId()
  const showProblem = useFocusProblem()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || personId === undefined) return
    setBusy(true)
    try {
      const stored = await client.call(getKeyPair, {})
      const wrapped = stored?.wrapped_private_key ?? ''
      const pair = await deriveInWorker('openKeyPair', wrapped, personId, passphrase)
      onClose()
      onOpened(pair)
    } catch (failure) {
      if (failure instanceof Refusal) toast({ tone: 'danger', title: formatError(failure) })
      else setError(texts.wrong)
      setBusy(false)
      showProblem()
    }
  }
  return (
    <Dialog
      title={texts.enter}
      icon={IconKey}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={busy}>
            {texts.enterButton}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.stack} noValidate onSubmit={event => void submit(event)}>
        <p className={css.lead}>{texts.enterLine}</p>
        <SecretField
          autoFocus
          label={texts.passphrase}
          value={passphrase}
          error={error}
          onChange={text => {
            setPassphrase(text)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
