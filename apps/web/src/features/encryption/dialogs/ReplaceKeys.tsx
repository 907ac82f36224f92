import type { KeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { quoted } from '@nestmark/texts/quoted'
import { isSameKey, useKeys } from '../../../lib/encryption/keyRing.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconDownload } from '../../../ui/icons.ts'
import { downloadKeys } from '../keys/keyFiles.ts'

/** Asks before a file replaces all keys of this browser, and offers to download them first (E11). */
export default function ReplaceKeys({
  records,
  onReplace,
  onClose,
}: {
  records: KeyRecord[]
  onReplace: () => void
  onClose: () => void
}) {
  const keys = useKeys()
  const removed = keys.filter(key => !records.some(record => isSameKey(record, key)))
  return (
    <Dialog
      title={texts.keys.replaceAsk}
      onClose={onClose}
      action={{
        onClick: () => {
          onClose()
          onReplace()
        },
        children: texts.keys.replace,
      }}
    >
      <div className="stack g16">
        <p className="text14 t2">
          {texts.keys.replaceLine(
            removed.map(key => quoted(key.label)),
            records.length,
          )}
        </p>
        <div>
          <Button
            data-autofocus
            icon={IconDownload}
            onClick={() => void downloadKeys(keys, texts.allCollections)}
          >
            {texts.keys.downloadPresent}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
