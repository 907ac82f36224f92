import { storageTexts as texts } from '@nestmark/texts/storage'
import { useState } from 'react'
import { useIsOffline } from '../../lib/connection.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconArrowBackUp } from '../../ui/icons.ts'
import css from './Storage.module.css'
import type { StorageDetails } from './storageData.ts'
import { useRestoreStoredFiles } from './useRemoveStoredFiles.ts'

const day = 24 * 3_600_000

/** The removals of the last 24 hours, each with a restore button. */
export function Restorable({ removals }: { removals: StorageDetails['restorable'] }) {
  const restore = useRestoreStoredFiles()
  const isOffline = useIsOffline()
  const [running, setRunning] = useState('')
  if (removals.length === 0) return null
  const run = async (undo: string) => {
    setRunning(undo)
    await restore(undo)
    setRunning('')
  }
  return (
    <ul className="stack g8">
      {removals.map(({ undo, files, copies, removed_at: at }) => (
        <li key={undo} className={`row g12 ${css.removal}`}>
          <span className="grow">
            <strong>{texts.restorable(files, copies)}</strong>{' '}
            <span className="t2">{texts.restorableUntil(formatMoment(at + day))}</span>
          </span>
          <Button
            size="sm"
            icon={IconArrowBackUp}
            disabled={isOffline || running !== ''}
            onClick={() => void run(undo)}
          >
            {texts.restore}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const formatMoment = (time: number) =>
  new Date(time).toLocaleString(undefined, { weekday: 'long', hour: 'numeric', minute: '2-digit' })
