import { passkeyKeysTexts as texts } from '@nestmark/texts/passkeyKeys'
import { focusPage } from '../../../lib/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconFingerprint } from '../../../ui/icons.ts'
import { usePasskeyKeys } from './usePasskeyKeys.ts'
import { useUnlockByPasskey } from './useUnlockByPasskey.ts'

/** Unlocks by passkey for this session, without a dialog. Renders nothing where no passkey has one of the keys. */
export function UsePasskey({ kids }: { kids: readonly string[] }) {
  const { busy, isOffered, unlock } = useUnlockByPasskey(usePasskeyKeys(), kids, {
    kept: 0,
    // The bar with this button goes away.
    onOpened: focusPage,
    onProblem: title => toast({ tone: 'danger', title }),
  })
  if (!isOffered) return null
  return (
    <Button variant="ghost" icon={IconFingerprint} aria-disabled={busy} onClick={unlock}>
      {texts.use}
    </Button>
  )
}
