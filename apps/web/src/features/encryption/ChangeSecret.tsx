import { encryptionTexts as texts } from '@nestmark/texts/encryption'
import { uiTexts } from '@nestmark/texts/ui'
import { type FormEvent, useId, useState } from 'react'
import { formatError } from '../../lib/api/client.ts'
import type { Overlays } from '../../lib/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconKey } from '../../ui/icons.ts'
import { useFocusProblem } from '../../ui/useFocusProblem.ts'
import css from './encryption.module.css'
import { replaceValues } from './newKey.ts'
import { checkSecret } from './NewKeyFields.tsx'
import { readPlacesOfKey } from './placesOfKey.ts'
import { SecretField } from './SecretField.tsx'
import { deriveInWorker } from './secretTasks.ts'

/** Wraps a key with another secret. The links stay as they are. */
export default function ChangeSecret({ saved, onClose }: Overlays['changeSecret'] & { onClose: () => void }) {
  const [secret, setSecret] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const formId = useId()
  const showProblem = useFocusProblem()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const problem = checkSecret(secret)
    setError(problem)
    if (problem) return showProblem()
    setBusy(true)
    try {
      const places = await readPlacesOfKey(saved)
      const ids = places.map(({ id }) => id)
      const values = await deriveInWorker('makeValues', saved.key, ids, secret)
      await replaceValues(places, values)
      onClose()
      toast({ title: texts.keys.secretChanged })
    } catch (failure) {
      toast({ tone: 'danger', title: formatError(failure) })
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={texts.keys.changeSecretTitle(saved.label)}
      icon={IconKey}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={busy}>
            {busy ? texts.preparing : texts.keys.changeSecretButton}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.stack} noValidate onSubmit={event => void submit(event)}>
        <p className={css.lead}>{texts.keys.changeSecretLine}</p>
        <SecretField
          isNew
          autoFocus
          value={secret}
          error={error}
          onChange={text => {
            setSecret(text)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
