import { encryptionTexts as texts } from '@nestmark/texts/encryption'
import { Checkbox } from '../../ui/Checkbox.tsx'
import css from './encryption.module.css'
import type { Sealing } from './useSaveEncryptedLink.ts'

/** Chooses whether a new link is saved encrypted. Renders nothing where it cannot be. */
export function SaveEncrypted({ sealing }: { sealing: Sealing }) {
  const { isPossible, isOn, setIsWanted } = sealing
  if (!isPossible) return null
  return (
    <label className={css.tick} data-on={isOn || undefined}>
      <Checkbox label={texts.saveEncrypted} checked={isOn} onChange={() => setIsWanted(!isOn)} />
      <span aria-hidden="true">{texts.saveEncrypted}</span>
    </label>
  )
}
