import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconLockOpen } from '../../../ui/icons.ts'
import css from '../encryption.module.css'

/** What the person may do without encryption. */
export type SkippedAction = 'save' | 'move' | 'restore' | 'other'

/** Offers to go on without encryption, and says what it means. */
export function WithoutKey({ action, onChoose }: { action: SkippedAction; onChoose: () => void }) {
  return (
    <div className={`row g10 w540 ${css.tick}`} role="note">
      <IconLockOpen className="i" />
      <span className="grow">{texts.withoutKeyLine}</span>
      <Button size="sm" type="button" onClick={onChoose}>
        {texts.withoutKey[action]}
      </Button>
    </div>
  )
}
