import type { Link } from '@nestmark/contract/shapes'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { canUnlock, isLocked } from '@nestmark/client/encryption/sealedLink'
import { Button } from '../../ui/fields/Button.tsx'
import { IconLockOpen } from '../../ui/icons.ts'
import { unlockLink } from './tasks/commands.ts'
import css from './encryption.module.css'

/**
 * Shows that a link is encrypted and offers to unlock it, where its texts would be. Renders nothing for other links.
 */
export function LockedLink({ link }: { link: Link }) {
  if (!isLocked(link)) return null
  if (!canUnlock(link)) return <p className="t2">{texts.lockedVisitor}</p>
  return (
    <div className={`stack g10 top ${css.lockedBox}`}>
      <p className="t2">{texts.lockedLink}</p>
      <Button variant="primary" icon={IconLockOpen} onClick={() => unlockLink(link)}>
        {texts.unlock}
      </Button>
    </div>
  )
}
