import type { KeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useState } from 'react'
import { useKeys } from '../../../lib/encryption/keyRing.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { CancelButton } from '../../../ui/dialogs/CancelButton.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconDownload, IconFileDownload, IconFiles } from '../../../ui/icons.ts'
import { RadioCards } from '../../../ui/fields/RadioCards.tsx'
import { Tick } from '../Tick.tsx'
import { downloadKeys, toFileName } from '../keys/keyFiles.ts'

/**
 * Downloads a new key before anything is changed (ENC-02). A browser does not report whether a file was saved, so the
 * person confirms it.
 */
export function DownloadKey({
  record,
  name,
  action,
  busy,
  onConfirm,
  onClose,
}: {
  record: KeyRecord
  /** The name of the collection, for the file. */
  name: string
  /** The label of the button that continues. */
  action: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const keys = useKeys()
  const [scope, setScope] = useState<0 | 1>(0)
  const [downloaded, setDownloaded] = useState(false)
  const [saved, setSaved] = useState(false)
  const others = keys.filter(key => key.kid !== record.kid)
  const all = [...others, record]
  const download = async () => {
    await downloadKeys(scope === 0 ? [record] : all, scope === 0 ? name : texts.allCollections)
    setDownloaded(true)
  }
  return (
    <Dialog
      title={texts.download}
      onClose={onClose}
      footer={
        <>
          <CancelButton onClick={onClose} />
          <Button
            data-autofocus
            variant={downloaded ? 'plain' : 'primary'}
            icon={IconDownload}
            onClick={() => void download()}
          >
            {downloaded ? texts.downloadAgain : texts.downloadKey}
          </Button>
          {downloaded && (
            <Button
              variant="primary"
              disabled={!saved}
              aria-disabled={busy}
              onClick={() => !busy && onConfirm()}
            >
              {busy ? texts.preparing : action}
            </Button>
          )}
        </>
      }
    >
      <div className="stack g16">
        <p className="text14 t2">{texts.downloadLine}</p>
        <RadioCards
          name="scope"
          label={texts.downloadScope}
          value={scope}
          choices={[
            { value: 0, title: texts.thisCollection, line: toFileName(name), icon: IconFileDownload },
            { value: 1, title: texts.allCollections, line: texts.allLine(all.length), icon: IconFiles },
          ]}
          onChange={setScope}
        />
        <Tick label={texts.saved} checked={saved} disabled={!downloaded} onChange={setSaved} />
      </div>
    </Dialog>
  )
}
