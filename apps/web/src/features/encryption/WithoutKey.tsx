import { encryptionTexts as texts } from '@nestmark/texts/encryption'
import type { Overlays } from '../../lib/overlay.ts'
import { Button } from '../../ui/Button.tsx'
import { IconLockOpen } from '../../ui/icons.ts'
import css from './encryption.module.css'

type Action = NonNullable<Overlays['unlock']['withoutKey']>['action']

/** Offers to go on without encryption, and says what it means. */
export function WithoutKey({ action, onChoose }: { action: Action; onChoose: () => void }) {
  return (
    <div className={css.tick} role="note">
      <IconLockOpen className="i" />
      <span className="grow">{texts.withoutKeyLine}</span>
      <Button size="sm" type="button" onClick={onChoose}>
        {texts.withoutKey[action]}
      </Button>
    </div>
  )
}
