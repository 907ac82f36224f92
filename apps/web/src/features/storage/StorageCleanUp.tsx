import { formatStorageSize } from '@nestmark/core/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { type ReactNode, useState } from 'react'
import { connection } from '../../lib/connection.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import settingsCss from '../settings/Settings.module.css'
import css from './Storage.module.css'
import type { StorageDetails } from './storageData.ts'
import { useRemoveStoredFiles } from './useRemoveStoredFiles.ts'

/**
 * Removes the files of the trash, older versions of page copies, and PDFs and screenshots, as chosen. Nothing is chosen
 * at first.
 */
export function StorageCleanUp({
  details: { trash, old_copies: oldCopies, captures },
}: {
  details: StorageDetails
}) {
  const remove = useRemoveStoredFiles()
  const isOffline = useStore(connection) !== 'up'
  const [hasTrash, setTrash] = useState(false)
  const [hasOldCopies, setOldCopies] = useState(false)
  const [hasCaptures, setCaptures] = useState(false)
  const [isAsking, setAsking] = useState(false)
  if (trash.bytes + oldCopies.bytes + captures.bytes === 0) return null
  const bytes =
    (hasTrash ? trash.bytes : 0) + (hasOldCopies ? oldCopies.bytes : 0) + (hasCaptures ? captures.bytes : 0)
  const run = () =>
    remove([
      ...(hasTrash ? [{ from: 'trash' as const }] : []),
      ...(hasOldCopies ? [{ from: 'oldCopies' as const }] : []),
      ...(hasCaptures ? [{ from: 'captures' as const }] : []),
    ])
  return (
    <section aria-labelledby="clean-up" className={css.section}>
      <h3 className={settingsCss.sectionTitle} id="clean-up">
        {texts.cleanUp}
      </h3>
      <div className={css.cleanUp}>
        <div className={css.choices}>
          {trash.bytes > 0 && (
            <Choice title={texts.trash} bytes={trash.bytes} checked={hasTrash} onChange={setTrash}>
              {texts.trashLine(trash.files, trash.links)}
            </Choice>
          )}
          {oldCopies.bytes > 0 && (
            <Choice
              title={texts.oldCopies}
              bytes={oldCopies.bytes}
              checked={hasOldCopies}
              onChange={setOldCopies}
            >
              {texts.oldCopiesLine}
            </Choice>
          )}
          {captures.bytes > 0 && (
            <Choice
              title={texts.pageCaptures}
              bytes={captures.bytes}
              checked={hasCaptures}
              onChange={setCaptures}
            >
              {texts.pageCapturesLine}
            </Choice>
          )}
        </div>
        <div className={css.cleanUpFoot}>
          <span className="grow t2" aria-live="polite">
            {bytes === 0 ? texts.nothingTicked : texts.willBeFree(formatStorageSize(bytes))}
          </span>
          <Button variant="primary" disabled={bytes === 0 || isOffline} onClick={() => setAsking(true)}>
            {bytes === 0 ? texts.cleanUp : texts.cleanUpButton(formatStorageSize(bytes))}
          </Button>
        </div>
      </div>
      {isAsking && (
        <Confirm
          title={texts.cleanUpAsk(formatStorageSize(bytes))}
          body={texts.cleanUpLine}
          confirm={texts.cleanUpButton(formatStorageSize(bytes))}
          danger
          run={run}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

function Choice({
  title,
  bytes,
  checked,
  onChange,
  children,
}: {
  title: string
  bytes: number
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  return (
    <label className={css.choice}>
      <Checkbox label={title} checked={checked} onChange={() => onChange(!checked)} />
      <span className="grow">
        <span className={settingsCss.strong}>{title}</span>
        <span className={`t3 ${css.small} ${css.block}`}>{children}</span>
      </span>
      <span className={`num ${settingsCss.size}`}>{formatStorageSize(bytes)}</span>
    </label>
  )
}
