import type { StoredSet } from '@nestmark/contract/storage'
import { formatStoredSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { useIsOffline } from '../../lib/connection.ts'
import confirmCss from '../../ui/dialogs/Confirm.module.css'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { useTask } from '../../ui/fields/useTask.ts'
import settingsCss from '../settings/Settings.module.css'
import dialogCss from './StoredFilesDialog.module.css'
import { useStoredLinks } from './storageData.ts'
import { StoredName, StoredPages } from './StoredPages.tsx'

/** Lists the links whose files a clean-up removes, the largest first, and removes them. */
export default function StoredFilesDialog({
  sets,
  bytes,
  run,
  onClose,
}: {
  sets: readonly StoredSet[]
  /** The size of the files. */
  bytes: number
  run: () => Promise<void>
  onClose: () => void
}) {
  const isOffline = useIsOffline()
  const { busy, run: start } = useTask()
  const filter = { kind: 'all', collection: null, sets } as const
  const { data } = useStoredLinks(filter, 1)
  return (
    <Dialog
      title={texts.filesToRemove}
      size={720}
      onClose={onClose}
      action={{
        variant: 'plain',
        className: confirmCss.danger,
        disabled: busy || isOffline || !data?.total,
        // A toast has already shown the refusal. The dialog stays open for a retry.
        onClick: () =>
          void start(
            () => run().then(onClose),
            () => undefined,
          ),
        children: texts.cleanUpButton(formatStoredSize(bytes)),
      }}
    >
      <p className={`t2 ${dialogCss.line}`}>
        {data && <span className="num">{texts.inLinks(data.total)}</span>} {texts.undoLine}
      </p>
      <StoredPages filter={filter} label={texts.filesToRemove} more={dialogCss.more}>
        {link => (
          <li key={link._id} className={`row ${dialogCss.file}`}>
            <StoredName link={link} onOpen={onClose} />
            <span className={`num ${settingsCss.size}`}>{formatStoredSize(link.bytes)}</span>
          </li>
        )}
      </StoredPages>
    </Dialog>
  )
}
