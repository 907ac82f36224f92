import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { copyText } from '../../../lib/browser/copyText.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconCopy } from '../../../ui/icons.ts'
import css from './CopyAddress.module.css'

/** Shows an address in a read-only field with a copy button. */
export function CopyAddress({ label, address }: { label: string; address: string }) {
  return (
    <div className={`row g6 ${css.copyField}`}>
      <input
        className={`grow t1 ${css.addressInput}`}
        aria-label={label}
        readOnly
        value={address}
        dir="ltr"
        onFocus={event => event.target.select()}
      />
      <Button
        data-autofocus
        size="sm"
        variant="primary"
        icon={IconCopy}
        onClick={() => void copyText(address, { ...texts, duration: 2000 })}
      >
        {texts.copy}
      </Button>
    </div>
  )
}
