import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { useKeys } from '../../lib/encryption/keyRing.ts'
import { IconLockOpen } from '../../ui/icons.ts'
import css from './Suggestions.module.css'

/**
 * Explains before the user types that a suggestion for an encrypted collection is not encrypted, and why.
 * @param encId the validation value of the collection, which only its members have
 */
export function NotEncryptedNotice({ name, encId }: { name: string; encId: string | undefined }) {
  const keys = useKeys()
  const kid = encId === undefined ? null : readKeyId(encId)
  const hasKey = keys.some(key => key.kid === kid)
  return (
    <div className={`text13 flex g10 ${css.notEncrypted}`} role="note">
      <IconLockOpen className="i" />
      <p>
        <b>{texts.notEncrypted}</b>{' '}
        {hasKey ? texts.notEncryptedWithKey(name) : texts.notEncryptedWithoutKey(name)}
      </p>
    </div>
  )
}
