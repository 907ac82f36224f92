import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { NotEncrypted, Tick } from './Tick.tsx'
import type { Sealing } from './useSaveEncryptedLink.ts'

/**
 * Chooses whether a new link is saved encrypted. Shows that it is not where the key is missing, and renders nothing in
 * other collections.
 */
export function SaveEncrypted({ sealing }: { sealing: Sealing }) {
  const { lockedId, isPossible, isOn, setIsWanted } = sealing
  if (lockedId !== null)
    return (
      <NotEncrypted
        line={texts.saveLocked}
        action={texts.unlock}
        run={() => openOverlay('unlock', { collectionId: lockedId })}
      />
    )
  if (!isPossible) return null
  return <Tick label={texts.saveEncrypted} checked={isOn} onChange={setIsWanted} />
}
