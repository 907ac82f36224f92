import { countEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { useOperation } from '../../../lib/api/operations.ts'
import { toSavedId, useKeys } from '../../../lib/encryption/keyRing.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { EmptyState } from '../../../ui/lists/EmptyState.tsx'
import { IconFileDownload, IconFileUpload, IconKey, IconPrinter } from '../../../ui/icons.ts'
import css from './EncryptionKeysTab.module.css'
import { downloadKeys } from './keyFiles.ts'
import { KeyRow } from './KeyRow.tsx'
import { KeyPairCard } from '../members/KeyPairCard.tsx'
import { PasskeyCard } from '../passkeys/PasskeyCard.tsx'
import { useKeysInPasskeys } from '../passkeys/usePasskeyKeys.ts'
import { EncryptedTransfer } from '../transfer/EncryptedTransfer.tsx'

const texts = encryptionTexts.keys

/**
 * Lists the keys of this browser: how long each is stored, its file and sheet, its secret, and a new key in its place.
 */
export function EncryptionKeysTab() {
  const keys = useKeys()
  const hasKeys = keys.length > 0
  const { data } = useOperation(countEncryptedLinks, {}, { quiet: true, enabled: hasKeys })
  const inPasskeys = useKeysInPasskeys()
  const counts = new Map(data?.keys.map(({ key_id: kid, count }) => [kid, count]))
  const upload = (
    <Button icon={IconFileUpload} onClick={() => openOverlay('uploadKeys', {})}>
      {texts.upload}
    </Button>
  )
  return (
    <>
      {!hasKeys && (
        <EmptyState icon={IconKey} level={3} title={texts.none} line={texts.noneLine}>
          {upload}
        </EmptyState>
      )}
      {hasKeys && (
        <>
          <div className="flex wrap g8">
            {upload}
            <Button
              variant="primary"
              icon={IconFileDownload}
              onClick={() => void downloadKeys(keys, encryptionTexts.allCollections)}
            >
              {texts.downloadAll}
            </Button>
          </div>
          <section className="panel" aria-label={texts.list}>
            <div className={`t3 f12 ${css.head}`} aria-hidden="true">
              <span />
              <span>{texts.keyAndCollection}</span>
              <span>{texts.since}</span>
              <span>{texts.storedHere}</span>
              <span />
            </div>
            <ul>
              {keys.map(key => (
                <KeyRow
                  key={toSavedId(key)}
                  saved={key}
                  count={data ? (counts.get(key.kid) ?? 0) : undefined}
                  isInPasskey={inPasskeys.has(key.kid)}
                />
              ))}
            </ul>
          </section>
        </>
      )}
      <div className={css.cards}>
        <PasskeyCard />
        <KeyPairCard />
      </div>
      {hasKeys && (
        <section className={`stack g10 top panel ${css.sheet}`}>
          <h3 className="row g8 f14">
            <IconPrinter className="i s18" />
            {texts.sheetTitle}
          </h3>
          <p className="t2">{texts.sheetLine}</p>
          <Button icon={IconPrinter} onClick={() => openOverlay('recoverySheet', { keys })}>
            {texts.printSheet}
          </Button>
        </section>
      )}
      <EncryptedTransfer />
    </>
  )
}
