import type { Collection } from '@nestmark/contract/shapes'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useState } from 'react'
import { formatError } from '../../../lib/api/client.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconLock, IconLockOff } from '../../../ui/icons.ts'
import css from '../encryption.module.css'

/** Shows how many links of an encrypted collection are in plain text, and encrypts them. */
export function PlainLeft({ folder, count }: { folder: Collection; count: number }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    if (busy) return
    setBusy(true)
    try {
      const { encryptPlainLinks } = await import('../tasks/encryptPlainLinks.ts')
      await encryptPlainLinks(folder._id)
    } catch (error) {
      toast({ tone: 'danger', title: formatError(error) })
    }
    setBusy(false)
  }
  return (
    <section className={`row g12 ${css.bar}`} aria-label={texts.isPlain}>
      <span className={`centre rigid ${css.barEgg}`} aria-hidden="true">
        <IconLockOff className="i s14" />
      </span>
      <div className="grow">
        <p className={css.barTitle}>{texts.plainLeft(count)}</p>
        <p className="t3">{texts.plainLeftLine(count)}</p>
      </div>
      <Button size="sm" icon={IconLock} aria-disabled={busy} onClick={() => void run()}>
        {texts.encryptCount(count)}
      </Button>
    </section>
  )
}
