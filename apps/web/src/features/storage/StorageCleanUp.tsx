import type { StoredSet } from '@nestmark/contract/storage'
import { formatStoredSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { useState } from 'react'
import { useIsOffline } from '../../lib/connection.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import settingsCss from '../settings/Settings.module.css'
import css from './Storage.module.css'
import type { StorageDetails } from './storageData.ts'
import { useRemoveStoredFiles } from './useRemoveStoredFiles.ts'

/** The kinds of files that can be removed together. */
interface CleanUp {
  from: StoredSet
  title: string
  line: string
  bytes: number
}

/**
 * Removes the files of the trash, older versions of page copies, PDFs and screenshots, and files that nobody opened for a
 * year, as chosen. Nothing is chosen at first.
 */
export function StorageCleanUp({
  details: { trash, old_copies: oldCopies, captures, unopened },
}: {
  details: StorageDetails
}) {
  const remove = useRemoveStoredFiles()
  const isOffline = useIsOffline()
  const [chosen, setChosen] = useState<readonly CleanUp['from'][]>([])
  const all: CleanUp[] = [
    {
      from: 'trash',
      title: texts.trash,
      line: texts.trashLine(trash.files, trash.links),
      bytes: trash.bytes,
    },
    { from: 'oldCopies', title: texts.oldCopies, line: texts.oldCopiesLine, bytes: oldCopies.bytes },
    { from: 'captures', title: texts.pageCaptures, line: texts.pageCapturesLine, bytes: captures.bytes },
    { from: 'unopened', title: texts.unopened, line: texts.unopenedLine, bytes: unopened.bytes },
  ]
  const choices = all.filter(each => each.bytes > 0)
  if (choices.length === 0) return null
  const ticked = choices.filter(({ from }) => chosen.includes(from))
  const bytes = ticked.reduce((sum, each) => sum + each.bytes, 0)
  const toggle = (from: CleanUp['from']) =>
    setChosen(chosen.includes(from) ? chosen.filter(each => each !== from) : [...chosen, from])
  const sets = ticked.map(({ from }) => from)
  const run = () => remove(sets.map(from => ({ from })))
  const showFiles = () => openOverlay('storedFiles', { sets, bytes, run })
  const ask = () => {
    // Only a list shows which files nobody opened.
    if (sets.includes('unopened')) return showFiles()
    openOverlay('confirm', {
      title: texts.cleanUpAsk(formatStoredSize(bytes)),
      body: texts.undoLine,
      confirm: texts.cleanUpButton(formatStoredSize(bytes)),
      danger: true,
      run,
    })
  }
  return (
    <section aria-labelledby="clean-up" className={`stack g10 ${css.section}`}>
      <h3 className={settingsCss.sectionTitle} id="clean-up">
        {texts.cleanUp}
      </h3>
      <div className="panel">
        <div className={css.choices}>
          {choices.map(choice => (
            <Choice
              key={choice.from}
              {...choice}
              checked={chosen.includes(choice.from)}
              onChange={() => toggle(choice.from)}
            />
          ))}
        </div>
        <div className={`row wrap g12 ${css.cleanUpFoot}`}>
          <span className={`grow t2 ${css.cleanUpLine}`} aria-live="polite">
            {bytes === 0 ? (
              texts.nothingTicked
            ) : (
              <>
                {texts.willBeFree(formatStoredSize(bytes))} <span className="t3">{texts.undoLine}</span>
              </>
            )}
          </span>
          <Button variant="ghost" disabled={bytes === 0} onClick={showFiles}>
            {texts.showFiles}
          </Button>
          <Button variant="primary" disabled={bytes === 0 || isOffline} onClick={ask}>
            {bytes === 0 ? texts.cleanUp : texts.cleanUpButton(formatStoredSize(bytes))}
          </Button>
        </div>
      </div>
    </section>
  )
}

function Choice({
  title,
  line,
  bytes,
  checked,
  onChange,
}: Omit<CleanUp, 'from'> & { checked: boolean; onChange: () => void }) {
  return (
    <label className={`row ${css.choice}`}>
      <Checkbox label={title} checked={checked} onChange={onChange} />
      <span className="grow">
        <span className="w540">{title}</span>
        <span className={`t3 text12 ${css.block}`}>{line}</span>
      </span>
      <span className={`num ${settingsCss.size}`}>{formatStoredSize(bytes)}</span>
    </label>
  )
}
