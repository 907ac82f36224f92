import { encryptedTransferTexts as texts } from '@nestmark/texts/encryption/encryptedTransfer'
import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { useState } from 'react'
import type { SavedKey } from '../../lib/encryption/keyRing.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { IconFileImport } from '../../ui/icons.ts'
import { useTask } from '../../ui/fields/useTask.ts'
import { useFocusProblem } from '../../ui/fields/useFocusProblem.ts'
import { toDisplayName, useTree } from '../collections/data.ts'
import { SecretField } from '../encryption/keys/SecretField.tsx'
import { checkTypedSecret } from '../encryption/transfer/checkTypedSecret.ts'
import { startImport } from '../encryption/transfer/startImport.ts'
import { useUpdateAnnouncements } from '../session/data.ts'
import css from './ImportExport.module.css'
import { type BookmarkLinks, toImport } from './readBookmarkLinks.ts'

/** A bookmark file that is imported into a collection whose key is open. */
export interface EncryptedBookmarks {
  read: BookmarkLinks
  /** The collection. */
  into: string
  saved: SavedKey
}

/** Imports a bookmark file into a collection with a key: its links are encrypted before they are sent. */
export function EncryptBookmarks({
  read,
  into,
  saved,
  onClose,
}: EncryptedBookmarks & { onClose: () => void }) {
  const { listed, dismiss } = useUpdateAnnouncements('first-run-import')
  const tick = listed ? dismiss : undefined
  const name = toDisplayName(useTree().index?.entries.get(into)?.name ?? saved.label)
  const hasFolders = read.folders.length > 0
  const [keepsFolders, setKeepsFolders] = useState(hasFolders)
  const [secret, setSecret] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useTask()
  const showProblem = useFocusProblem()
  const submit = async () => {
    // A wrong secret must not leave collections without a key behind.
    const checked = keepsFolders ? await checkTypedSecret(saved, secret) : { secret }
    setProblem('problem' in checked ? checked.problem : undefined)
    if ('problem' in checked) return showProblem()
    onClose()
    const target = { into, key: saved, secret: checked.secret }
    startImport(toImport(read, target, keepsFolders), name, texts.rowsLeftOut(read), tick)
  }
  return (
    <Dialog
      title={texts.bookmarks(name)}
      icon={IconFileImport}
      size={520}
      onClose={onClose}
      action={{
        'data-autofocus': !hasFolders,
        disabled: busy,
        children: busy ? encryptionTexts.opening : texts.submit(read.links.length),
      }}
      onSubmit={() => void run(submit)}
    >
      <p className={`text14 t2 ${css.intro}`}>{texts.bookmarksLead}</p>
      {hasFolders && (
        <div className={css.group}>
          <label className="row g6">
            <Checkbox
              small
              label={texts.keepFolders}
              checked={keepsFolders}
              onChange={() => setKeepsFolders(!keepsFolders)}
            />
            <span aria-hidden="true">{texts.keepFolders}</span>
          </label>
        </div>
      )}
      {keepsFolders && (
        <div className={css.target}>
          <SecretField
            label={encryptionTexts.secretOf(saved.label)}
            value={secret}
            error={problem}
            autoFocus
            onChange={setSecret}
          />
          <p className={css.secondary}>{texts.keepFoldersLine}</p>
        </div>
      )}
    </Dialog>
  )
}
