import { fromBase64url } from '@nestmark/encryption/bytes'
import { toRecoveryText } from '@nestmark/encryption/keys/recoveryText'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatDate } from '../../../lib/dates.ts'
import { type SavedKey, toSavedId } from '../../../lib/encryption/keyRing.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconPrinter } from '../../../ui/icons.ts'
import { QrCode } from '../../../ui/marks/QrCode.tsx'
import css from './RecoverySheet.module.css'
import { usePathOf } from '../keys/useNameOf.ts'

/** Shows and prints the recovery sheets of keys: one page for each, with the key as text and as a QR code. */
export default function RecoverySheet({ keys, onClose }: { keys: readonly SavedKey[]; onClose: () => void }) {
  const [today] = useState(() => Date.now())
  const sheets = keys.map(key => <Sheet key={toSavedId(key)} saved={key} today={today} />)
  return (
    <Dialog
      title={texts.keys.sheetTitle}
      size={580}
      onClose={onClose}
      action={{
        'data-autofocus': true,
        icon: IconPrinter,
        onClick: () => window.print(),
        children: texts.keys.print,
      }}
    >
      <p className={`text14 t2 ${css.lead}`}>{texts.keys.sheetLine}</p>
      {sheets}
      {createPortal(
        <div data-printed className={css.printed}>
          {sheets}
        </div>,
        document.body,
      )}
    </Dialog>
  )
}

function Sheet({ saved, today }: { saved: SavedKey; today: number }) {
  const path = usePathOf(saved.parent)
  const [text, setText] = useState('')
  useEffect(() => {
    let isCurrent = true
    void toRecoveryText(fromBase64url(saved.key)).then(made => isCurrent && setText(made))
    return () => {
      isCurrent = false
    }
  }, [saved.key])
  return (
    <section className={`stack g6 top ${css.sheet}`} aria-label={saved.label}>
      <h3 dir="auto">{saved.label}</h3>
      <p>{texts.keys.sheetDate(formatDate(today))}</p>
      {path !== undefined && <p dir="auto">{texts.keys.sheetCollection(path)}</p>}
      {text !== '' && <QrCode text={text} label={texts.keys.sheetQr} />}
      <h4>{texts.keys.sheetText}</h4>
      <p className={css.text} dir="ltr">
        {text}
      </p>
      <p className={css.foot}>{texts.keys.sheetFoot}</p>
    </section>
  )
}
