import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import type { SavedKey } from '../../../lib/encryption/keyRing.ts'
import { toast } from '../../../lib/toasts.ts'
import { replaceValues } from '../keys/newKey.ts'
import { readPlacesOfKey } from '../keys/placesOfKey.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { deriveInWorker } from '../keys/secretTasks.ts'

/** Wraps a key with another secret. The links stay as they are. */
export default function ChangeSecret({ saved, onClose }: { saved: SavedKey; onClose: () => void }) {
  const change = async (secret: string) => {
    const places = await readPlacesOfKey(saved)
    const ids = places.map(({ id }) => id)
    await replaceValues(places, await deriveInWorker('makeValues', saved.key, ids, secret))
    onClose()
    toast({ title: texts.keys.secretChanged })
  }
  return (
    <SecretDialog
      isNew
      title={texts.keys.changeSecretTitle(saved.label)}
      lead={texts.keys.changeSecretLine}
      action={texts.keys.changeSecretButton}
      busyAction={texts.preparing}
      wrong={texts.errors.secretUnusable}
      onSubmit={change}
      onClose={onClose}
    />
  )
}
