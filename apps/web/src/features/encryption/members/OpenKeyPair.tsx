import { getKeyPair } from '@nestmark/contract/encryption/encryptionKeys'
import type { KeyPair } from '@nestmark/encryption/keys/keyPair'
import { memberKeysTexts as texts } from '@nestmark/texts/encryption/memberKeys'
import { client } from '../../../lib/api/client.ts'
import { useMe } from '../../session/data.ts'
import { SecretDialog } from '../dialogs/SecretDialog.tsx'
import { deriveInWorker } from '../keys/secretTasks.ts'
import { openByTypedSecret } from '../keys/typedSecret.ts'

/** Asks for the passphrase of the key pair. The caller holds the pair, and only as long as needed. */
export default function OpenKeyPair({
  onOpened,
  onClose,
}: {
  onOpened: (pair: KeyPair) => void
  onClose: () => void
}) {
  const personId = useMe()?.user_id ?? ''
  const open = async (passphrase: string) => {
    const wrapped = (await client.call(getKeyPair, {}))?.wrapped_private_key ?? ''
    const { result: pair } = await openByTypedSecret(passphrase, each =>
      deriveInWorker('openKeyPair', wrapped, personId, each),
    )
    onClose()
    onOpened(pair)
  }
  return (
    <SecretDialog
      title={texts.enter}
      lead={texts.enterLine}
      label={texts.passphrase}
      action={texts.enterButton}
      wrong={texts.wrong}
      onSubmit={open}
      onClose={onClose}
    />
  )
}
