import { passkeyKeysTexts as texts } from '@nestmark/texts/encryption/passkeyKeys'
import { Button } from '../../../ui/fields/Button.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { IconFingerprint } from '../../../ui/icons.ts'
import css from './passkeys.module.css'

/** The first way to open a key: one touch. */
export function UnlockWithPasskey({
  busy,
  problem,
  onUnlock,
}: {
  busy: boolean
  problem: string | undefined
  onUnlock: () => void
}) {
  return (
    <div>
      <Button
        variant="primary"
        size="lg"
        className={css.wide}
        icon={IconFingerprint}
        data-autofocus
        aria-disabled={busy}
        onClick={onUnlock}
      >
        {busy ? texts.waiting : texts.unlock}
      </Button>
      {problem !== undefined && <FieldError>{problem}</FieldError>}
    </div>
  )
}
