import { saveKeyPair } from '@nestmark/contract/encryption/encryptionKeys'
import { supportsKeyPairs, type KeyPair } from '@nestmark/encryption/keys/keyPair'
import { memberKeysTexts as texts } from '@nestmark/texts/encryption/memberKeys'
import { useEffect, useState } from 'react'
import { client } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { toast } from '../../../lib/toasts.ts'
import { useMe } from '../../session/data.ts'
import { SecretDialog } from '../dialogs/SecretDialog.tsx'
import { deriveInWorker } from '../keys/secretTasks.ts'

/** Makes the key pair of the signed-in person, or a new one in place of `replaces`. */
export default function MakeKeyPair({
  replaces,
  onMade,
  onClose,
}: {
  replaces?: string
  onMade?: (pair: KeyPair) => void
  onClose: () => void
}) {
  const isSupported = useSupport()
  const personId = useMe()?.user_id ?? ''
  const isFirst = replaces === undefined
  const make = async (passphrase: string) => {
    const made = await deriveInWorker('makeKeyPair', personId, passphrase)
    await client.call(saveKeyPair, {
      public_key: made.publicKey,
      wrapped_private_key: made.wrappedPrivateKey,
      ...(!isFirst && { replaces }),
    })
    const pair = await deriveInWorker('openKeyPair', made.wrappedPrivateKey, personId, passphrase)
    await refresh(['keys'])
    onClose()
    toast({ title: texts.made })
    onMade?.(pair)
  }
  return (
    <SecretDialog
      isNew
      title={isFirst ? texts.makeTitle : texts.replaceTitle}
      lead={isFirst ? texts.makeLine : texts.replaceLine}
      label={texts.passphrase}
      action={isFirst ? texts.make : texts.replace}
      busyAction={texts.making}
      problem={isSupported ? undefined : <p role="alert">{texts.unsupported}</p>}
      wrong={texts.unsupported}
      onSubmit={make}
      onClose={onClose}
    />
  )
}

/** Returns whether this browser can make key pairs; true until it is known. */
function useSupport(): boolean {
  const [isSupported, setIsSupported] = useState(true)
  useEffect(() => void supportsKeyPairs().then(setIsSupported), [])
  return isSupported
}
