import type { Collection } from '@nestmark/contract/shapes'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { type ReactNode, useRef } from 'react'
import { explainKeyError } from './keys/keyErrors.ts'
import { focusPage, openOverlay } from '../../lib/overlays/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { FileInput } from '../../ui/fields/FileInput.tsx'
import { useTask } from '../../ui/fields/useTask.ts'
import { IconLock, IconFileUpload, IconFingerprint, IconKey, IconLockOpen } from '../../ui/icons.ts'
import { keyFileTypes } from './keys/FileField.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { useFileDrop } from '../../lib/lists/useFileDrop.ts'
import { passkeyKeysTexts } from '@nestmark/texts/encryption/passkeyKeys'
import { usePhone } from '../../lib/media/media.ts'
import { Button } from '../../ui/fields/Button.tsx'
import css from './encryption.module.css'
import { usePasskeyKeys } from './passkeys/usePasskeyKeys.ts'
import { useUnlockByPasskey } from './passkeys/useUnlockByPasskey.ts'

/**
 * Shows how many links of a collection are locked. Unlocks them by passkey where one has their key, by key file, and by
 * the dialog. On the phone, the buttons are in equal columns.
 */
export function LockedBar({
  folder,
  kids,
  lockedCount,
  children,
}: {
  folder: Collection
  /** The ids of the keys that are missing, at least one. */
  kids: readonly string[]
  lockedCount: number
  /** More buttons, before those that unlock. */
  children?: ReactNode
}) {
  const bar = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { busy, run } = useTask()
  const take = (file: File) =>
    void run(
      () => openByFile(file, folder._id, kids),
      error => toast({ tone: 'danger', title: explainKeyError(error) }),
    )
  const phone = usePhone()
  const passkey = useUnlockByPasskey(usePasskeyKeys(), kids, {
    lifetime: 0,
    // The bar with its buttons disappears.
    onOpened: focusPage,
    onProblem: title => toast({ tone: 'danger', title }),
  })
  const isOver = useFileDrop(bar, take)
  return (
    <NoticeBar
      ref={bar}
      label={texts.encrypted}
      icon={IconLock}
      title={texts.lockedCount(lockedCount, Math.max(lockedCount, folder.links_count))}
      line={texts.lockedLine(lockedCount)}
      isOver={isOver}
    >
      {children}
      <FileInput ref={input} label={texts.keyFile} accept={keyFileTypes} onFile={take} />
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
          onClick={() => !busy && input.current?.click()}
        >
          {busy ? texts.opening : phone ? texts.keyFile : texts.chooseFile}
        </Button>
        <Button
          variant={phone && passkey.isOffered ? 'plain' : 'primary'}
          icon={phone ? IconLockOpen : IconKey}
          onClick={() => openOverlay('unlock', { collectionId: folder._id, kid: kids[0] })}
        >
          {phone ? texts.unlock : texts.enterKey}
        </Button>
      </div>
    </NoticeBar>
  )
}

/** Opens one of the missing keys by a file, for this session. @throws KeyFileRefused, Refusal */
async function openByFile(file: File, collectionId: string, kids: readonly string[]): Promise<void> {
  const { readKeys, uploadKeys } = await import('./keys/keyFiles.ts')
  const { readPlace } = await import('./tasks/places.ts')
  const { isKeyOf } = await import('./unlocking.ts')
  const records = await readKeys(file)
  const place = await readPlace(collectionId)
  await uploadKeys(
    records,
    0,
    async record => {
      for (const kid of kids) if (await isKeyOf({ place, kid, label: '' }, record)) return true
      return false
    },
    // The bar with its buttons disappears.
    focusPage,
  )
}
