import { countEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import { encryptedTransferTexts as texts } from '@nestmark/texts/encryption/encryptedTransfer'
import { useOperation } from '../../../lib/api/operations.ts'
import { useKeys } from '../../../lib/encryption/keyRing.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconFileDownload, IconFileImport, IconFileText, IconTransfer } from '../../../ui/icons.ts'
import css from '../keys/EncryptionKeysTab.module.css'
import { exportLinks } from './exportLinks.ts'

/** Exports the encrypted links of the library, and imports such an export. */
export function EncryptedTransfer() {
  const keys = useKeys()
  const { data } = useOperation(countEncryptedLinks, {}, { quiet: true })
  const total = data?.keys.reduce((sum, { count }) => sum + count, 0)
  const locked = data?.keys
    .filter(({ key_id: kid }) => keys.every(key => key.kid !== kid))
    .reduce((sum, { count }) => sum + count, 0)
  const askReadable = () =>
    openOverlay('confirm', {
      title: texts.readableAsk,
      body: texts.readableBody(locked ?? 0),
      confirm: texts.readableConfirm,
      run: () => exportLinks('readable', total),
    })
  return (
    <section className={`stack g10 top panel ${css.sheet}`} aria-labelledby="encrypted-transfer">
      <h3 id="encrypted-transfer" className="row g8 f14">
        <IconTransfer className="i s18" />
        {texts.title}
      </h3>
      <p className="t2">{texts.line}</p>
      <ul className={`stack g10 ${css.choices}`}>
        <Choice line={texts.exportEncryptedLine}>
          <Button
            icon={IconFileDownload}
            disabled={total === 0}
            onClick={() => exportLinks('encrypted', total)}
          >
            {texts.exportEncrypted}
          </Button>
        </Choice>
        <Choice line={texts.exportReadableLine}>
          <Button
            icon={IconFileText}
            disabled={total === undefined || total === locked}
            onClick={askReadable}
          >
            {texts.exportReadable}
          </Button>
        </Choice>
        <Choice line={texts.importLine}>
          <Button icon={IconFileImport} onClick={() => openOverlay('importEncrypted', {})}>
            {texts.import}
          </Button>
        </Choice>
      </ul>
    </section>
  )
}

function Choice({ line, children }: { line: string; children: React.ReactNode }) {
  return (
    <li>
      {children}
      <span className="t3">{line}</span>
    </li>
  )
}
