import type { StoredSet } from '@nestmark/contract/storage'
import { formatStoredSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { useState } from 'react'
import { Link } from '../../lib/router/links.tsx'
import { useIsOffline } from '../../lib/connection.ts'
import { Button } from '../../ui/fields/Button.tsx'
import confirmCss from '../../ui/dialogs/Confirm.module.css'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import settingsCss from '../settings/Settings.module.css'
import { SettingsLoading } from '../settings/SettingsLoading.tsx'
import { describeStored, StoredThumb } from './LargestLinkRow.tsx'
import css from './Storage.module.css'
import dialogCss from './StoredFilesDialog.module.css'
import { formatStoredName, storedLinksPerPage, useStoredLinks } from './storageData.ts'

type Sets = readonly StoredSet[]

/** Lists the links whose files a clean-up removes, the largest first, and removes them. */
export default function StoredFilesDialog({
  sets,
  bytes,
  run,
  onClose,
}: {
  sets: Sets
  /** The size of the files. */
  bytes: number
  run: () => Promise<void>
  onClose: () => void
}) {
  const isOffline = useIsOffline()
  const [isRunning, setRunning] = useState(false)
  const [pages, setPages] = useState(1)
  const first = useFiles(sets, 1)
  const total = first.data?.total ?? 0
  const runAction = async () => {
    setRunning(true)
    // A toast has already shown the refusal. The dialog stays open for a retry.
    const isDone = await run().then(
      () => true,
      () => false,
    )
    setRunning(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={texts.filesToRemove}
      size={720}
      onClose={onClose}
      action={{
        variant: 'plain',
        className: confirmCss.danger,
        disabled: isRunning || isOffline || total === 0,
        onClick: () => void runAction(),
        children: texts.cleanUpButton(formatStoredSize(bytes)),
      }}
    >
      <p className={`t2 ${dialogCss.line}`}>
        {first.data && <span className="num">{texts.inLinks(total)}</span>} {texts.undoLine}
      </p>
      {!first.data && <SettingsLoading error={first.error} onRetry={() => void first.refetch()} />}
      {total > 0 && (
        <ul className={css.links} aria-label={texts.filesToRemove}>
          {Array.from({ length: pages }, (_, at) => (
            <FilePage key={at} sets={sets} page={at + 1} onOpen={onClose} />
          ))}
        </ul>
      )}
      {total > pages * storedLinksPerPage && (
        <Button className={dialogCss.more} onClick={() => setPages(pages + 1)}>
          {texts.showMore}
        </Button>
      )}
    </Dialog>
  )
}

const useFiles = (sets: Sets, page: number) => useStoredLinks({ kind: 'all', collection: null, sets }, page)

/** The links of one page. */
function FilePage({ sets, page, onOpen }: { sets: Sets; page: number; onOpen: () => void }) {
  const { data, error, refetch } = useFiles(sets, page)
  if (!data) return <SettingsLoading error={error} onRetry={() => void refetch()} />
  return data.links.map(link => (
    <li key={link._id} className={`row ${dialogCss.file}`}>
      <StoredThumb link={link} />
      <span className={`grow ${css.name}`}>
        <Link to={`/l/${link._id}`} className="el w560" dir="auto" onClick={onOpen}>
          {formatStoredName(link)}
        </Link>
        <span className="el t3 text12">{describeStored(link)}</span>
      </span>
      <span className={`num ${settingsCss.size}`}>{formatStoredSize(link.bytes)}</span>
    </li>
  ))
}
