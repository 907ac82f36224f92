import type { Collection } from '@nestmark/contract/shapes'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { type ReactNode, useRef, useState } from 'react'
import { explainKeyError } from './keys/keyErrors.ts'
import { focusPage, openOverlay } from '../../lib/overlays/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { classes } from '../../ui/classes.ts'
import { FileInput } from '../../ui/fields/FileInput.tsx'
import { IconLock } from '../../ui/icons.ts'
import css from './encryption.module.css'
import { keyFileTypes } from './keys/FileField.tsx'
import { LockedBarActions } from './LockedBarActions.tsx'
import { useFileDrop } from './keys/useFileDrop.ts'

/** Shows how many links of a collection are locked, and unlocks them by passkey, key file or secret. */
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
  const [busy, setBusy] = useState(false)
  const take = async (file: File) => {
    if (busy) return
    setBusy(true)
    try {
      await openByFile(file, folder._id, kids)
    } catch (error) {
      toast({ tone: 'danger', title: explainKeyError(error) })
    }
    setBusy(false)
  }
  const isOver = useFileDrop(
    bar,
    inner => inner,
    file => void take(file),
  )
  return (
    <section
      ref={bar}
      className={classes('row g12', css.bar, isOver && css.over)}
      aria-label={texts.encrypted}
    >
      <span className={`centre rigid ${css.barEgg}`} aria-hidden="true">
        <IconLock className="i s14" />
      </span>
      <div className="grow">
        <p className={css.barTitle}>
          {texts.lockedCount(lockedCount, Math.max(lockedCount, folder.links_count))}
        </p>
        <p className="t3">{texts.lockedLine(lockedCount)}</p>
      </div>
      {children}
      <FileInput ref={input} label={texts.keyFile} accept={keyFileTypes} onFile={file => void take(file)} />
      <LockedBarActions
        kids={kids}
        busy={busy}
        onFile={() => input.current?.click()}
        onUnlock={() => openOverlay('unlock', { collectionId: folder._id, kid: kids[0] })}
      />
    </section>
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
