import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { passkeyKeysTexts } from '@nestmark/texts/encryption/passkeyKeys'
import { usePhone } from '../../lib/media/media.ts'
import { focusPage } from '../../lib/overlays/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconFileUpload, IconFingerprint, IconKey, IconLockOpen } from '../../ui/icons.ts'
import css from './encryption.module.css'
import { usePasskeyKeys } from './passkeys/usePasskeyKeys.ts'
import { useUnlockByPasskey } from './passkeys/useUnlockByPasskey.ts'

/** The ways to unlock a collection: by passkey where one has its key, by file, and by the dialog. On the phone, in equal columns. */
export function LockedBarActions({
  kids,
  busy,
  onFile,
  onUnlock,
}: {
  /** The ids of the keys that are missing. */
  kids: readonly string[]
  /** A key file is being read. */
  busy: boolean
  onFile: () => void
  onUnlock: () => void
}) {
  const phone = usePhone()
  const passkey = useUnlockByPasskey(usePasskeyKeys(), kids, {
    lifetime: 0,
    // The bar with its buttons disappears.
    onOpened: focusPage,
    onProblem: title => toast({ tone: 'danger', title }),
  })
  return (
    <div className={`row g12 ${css.barActions}`}>
      {passkey.isOffered && (
        <Button
          variant={phone ? 'primary' : 'ghost'}
          icon={IconFingerprint}
          aria-disabled={passkey.busy}
          onClick={passkey.unlock}
        >
          {passkeyKeysTexts.use}
        </Button>
      )}
      <Button
        variant={phone ? 'plain' : 'ghost'}
        icon={IconFileUpload}
        aria-disabled={busy}
        onClick={() => !busy && onFile()}
      >
        {busy ? texts.opening : phone ? texts.keyFile : texts.chooseFile}
      </Button>
      <Button
        variant={phone && passkey.isOffered ? 'plain' : 'primary'}
        icon={phone ? IconLockOpen : IconKey}
        onClick={onUnlock}
      >
        {phone ? texts.unlock : texts.enterKey}
      </Button>
    </div>
  )
}
