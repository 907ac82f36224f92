import { encryptionMarkTexts as texts } from '@nestmark/texts/encryption/encryptionMarks'
import { IconLock, IconLockOpen } from '../../../../ui/icons.ts'
import { Specks } from '../../../../ui/marks/PlaceholderImage.tsx'
import css from './SealedThumb.module.css'

/**
 * Replaces the picture of a locked link: an egg with a lock, and on hover the action of a click.
 * @param canUnlock false for visitors
 */
export function SealedThumb({ canUnlock }: { canUnlock: boolean }) {
  return (
    <span className={`centre t2 ${css.encrypted}`} aria-hidden="true" data-unlock={canUnlock || undefined}>
      <Specks className={css.specks} />
      <span className={`centre rel ${css.sealedEgg}`}>
        <IconLock className="i s20" />
      </span>
      {canUnlock && (
        <span className={`row t1 w540 ${css.unlock}`}>
          <IconLockOpen className="i s14" />
          {texts.unlock}
        </span>
      )}
    </span>
  )
}
