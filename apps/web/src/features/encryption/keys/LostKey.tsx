import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { Link } from '../../../lib/router/links.tsx'
import css from '../dialogs/StaysReadable.module.css'
import { listLostKeyWays } from './lostKeyWays.ts'

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
