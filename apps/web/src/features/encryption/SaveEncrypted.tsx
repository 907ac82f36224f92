import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconLockOpen } from '../../ui/icons.ts'
import css from './encryption.module.css'
import { Tick } from './Tick.tsx'
import type { Sealing } from './useSaveEncryptedLink.ts'

/**
 * Chooses whether a new link is saved encrypted. Shows that it is not where the key is missing, and renders nothing in
 * other collections.
 */
export function SaveEncrypted({ sealing }: { sealing: Sealing }) {
  const { lockedId, isPossible, isOn, setIsWanted } = sealing
  if (lockedId !== null)
    return (
      <div className={`row g10 w540 ${css.tick}`} role="note">
        <IconLockOpen className="i" />
        <span className="grow">{texts.saveLocked}</span>
        <Button size="sm" onClick={() => openOverlay('unlock', { collectionId: lockedId })}>
          {texts.unlock}
        </Button>
      </div>
    )
  if (!isPossible) return null
  return <Tick label={texts.saveEncrypted} checked={isOn} onChange={setIsWanted} />
}
