import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { Link } from '../../../lib/router/links.tsx'
import css from '../dialogs/StaysReadable.module.css'

const texts = encryptionTexts.lost

/** Lists what may still open a collection whose key is lost, and what can be done without it. */
export function LostKey({
  isOwner,
  hasPasskeys,
  onLeave,
}: {
  isOwner: boolean
  hasPasskeys: boolean
  /** Called when another page opens. */
  onLeave: () => void
}) {
  return (
    <details className={css.box}>
      <summary>{texts.title}</summary>
      <ul>
        {listLostKeyWays({ isOwner, hasPasskeys }).map(way => (
          <li key={way}>{way}</li>
        ))}
      </ul>
      <p className={`t2 mt8 ${css.after}`}>
        {texts.otherwise(isOwner)}{' '}
        <Link to="/settings?tab=encryption" onClick={onLeave}>
          {texts.openKeys}
        </Link>
      </p>
    </details>
  )
}

/**
 * Returns what may still open a collection whose key is not in this browser.
 * @param isOwner false for a member, to whom the owner can give the key
 * @param hasPasskeys the person has passkeys that open keys
 */
export function listLostKeyWays({
  isOwner,
  hasPasskeys,
}: {
  isOwner: boolean
  hasPasskeys: boolean
}): string[] {
  return [
    texts.device,
    isOwner ? texts.member : texts.owner,
    isOwner ? texts.ownFile : texts.file,
    hasPasskeys ? texts.passkey : texts.otherPasskey,
  ]
}
