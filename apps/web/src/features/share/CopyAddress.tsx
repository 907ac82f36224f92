import { shareTexts as texts } from '@nestmark/texts/share'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconCopy } from '../../ui/icons.ts'
import css from './CopyAddress.module.css'

/** Shows an address in a read-only field with a copy button. */
export function CopyAddress({ label, address }: { label: string; address: string }) {
  return (
    <div className={css.copyField}>
      <input
        className={css.addressInput}
        aria-label={label}
        readOnly
        value={address}
        dir="ltr"
        onFocus={event => event.target.select()}
      />
      <Button data-autofocus size="sm" variant="primary" icon={IconCopy} onClick={() => void copy(address)}>
        {texts.copy}
      </Button>
    </div>
  )
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toast({ title: texts.copied, duration: 2000 })
  } catch {
    toast({ tone: 'danger', title: texts.copyFailed })
  }
}
