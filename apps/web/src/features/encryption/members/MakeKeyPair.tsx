import { saveKeyPair } from '@nestmark/contract/encryptionKeys'
import { supportsKeyPairs } from '@nestmark/encryption/keyPair'
import { memberKeysTexts as texts } from '@nestmark/texts/memberKeys'
import { uiTexts } from '@nestmark/texts/ui'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { client, formatError, Refusal } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import type { Overlays } from '../../../lib/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconKey } from '../../../ui/icons.ts'
import { useFocusProblem } from '../../../ui/useFocusProblem.ts'
import { useMe } from '../../session/data.ts'
import css from '../encryption.module.css'
import { checkSecret } from '../NewKeyFields.tsx'
import { SecretField } from '../SecretField.tsx'
import { deriveInWorker } from '../secretTasks.ts'

/** Makes the key pair of the signed-in person, or a new one in place of `replaces`. */
export default function MakeKeyPair({
  replaces,
  onMade,
  onClose,
}: Overlays['makeKeyPair'] & { onClose: () => void }) {
  const [passphrase, setPassphrase] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isSupported = useSupport()
  const personId = useMe()?.user_id
  const formId = useId()
  const showProblem = useFocusProblem()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || personId === undefined) return
    const problem = checkSecret(passphrase)
    setError(problem)
    if (problem) return showProblem()
    setBusy(true)
    try {
      const made = await deriveInWorker('makeKeyPair', personId, passphrase)
      await client.call(saveKeyPair, {
        public_key: made.publicKey,
        wrapped_private_key: made.wrappedPrivateKey,
        ...(replaces !== undefined && { replaces }),
      })
      const pair = await deriveInWorker('openKeyPair', made.wrappedPrivateKey, personId, passphrase)
      await refresh(['keys'])
      onClose()
      toast({ title: texts.made })
      onMade?.(pair)
    } catch (failure) {
      toast({ tone: 'danger', title: failure instanceof Refusal ? formatError(failure) : texts.unsupported })
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={replaces === undefined ? texts.makeTitle : texts.replaceTitle}
      icon={IconKey}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={busy || !isSupported}>
            {busy ? texts.making : replaces === undefined ? texts.make : texts.replace}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.stack} noValidate onSubmit={event => void submit(event)}>
        <p className={css.lead}>{replaces === undefined ? texts.makeLine : texts.replaceLine}</p>
        {isSupported ? (
          <SecretField
            isNew
            autoFocus
            label={texts.passphrase}
            value={passphrase}
            error={error}
            onChange={text => {
              setPassphrase(text)
              setError(undefined)
            }}
          />
        ) : (
          <p role="alert">{texts.unsupported}</p>
        )}
      </form>
    </Dialog>
  )
}

/** Returns whether this browser can make key pairs; true until it is known. */
function useSupport(): boolean {
  const [isSupported, setIsSupported] = useState(true)
  useEffect(() => void supportsKeyPairs().then(setIsSupported), [])
  return isSupported
}
