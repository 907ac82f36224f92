import type { HighlightReport } from '@nestmark/contract/reading/highlights'
import { formatNumber } from '@nestmark/texts/counts'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { useRef } from 'react'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CancelButton } from '../../ui/dialogs/CancelButton.tsx'
import { Counts } from '../../ui/lists/Counts.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { FileInput } from '../../ui/fields/FileInput.tsx'
import { IconUpload } from '../../ui/icons.ts'
import { Progress } from '../../ui/progress/Progress.tsx'
import { UpgradeLink } from '../session/UpgradeLink.tsx'
import css from './ImportHighlights.module.css'
import { importState, startImport, stopImport, undoImport } from './importState.ts'

/** Imports the RSS export of the Diigo service: says how to make one, uploads it, and reports what was imported. */
export default function ImportHighlights({ onClose }: { onClose: () => void }) {
  const state = useStore(importState)
  const input = useRef<HTMLInputElement>(null)
  const isBusy = state.phase === 'sending' || state.phase === 'running'
  const close = () => {
    onClose()
    if (!isBusy) importState.set({ phase: 'none' })
  }
  const chooseFile = () => input.current?.click()
  return (
    <Dialog
      title={texts.importTitle}
      onClose={close}
      onEscape={close}
      footerStart={
        state.phase !== 'none' && (
          <span className={`el ${css.file}`} dir="auto">
            {state.name}
          </span>
        )
      }
      footer={
        isBusy ? (
          <>
            <Button
              variant="danger"
              disabled={state.phase === 'running' && state.isStopping}
              onClick={stopImport}
            >
              {texts.stop}
            </Button>
            <Button data-autofocus variant="primary" onClick={close}>
              {texts.hide}
            </Button>
          </>
        ) : state.phase === 'ended' ? (
          <>
            <Button variant="ghost" onClick={() => importState.set({ phase: 'none' })}>
              {texts.importAnother}
            </Button>
            <Button data-autofocus variant="primary" onClick={close}>
              {texts.importDone}
            </Button>
          </>
        ) : (
          <>
            <CancelButton onClick={close} />
            <Button data-autofocus variant="primary" icon={IconUpload} onClick={chooseFile}>
              {texts.upload}
            </Button>
          </>
        )
      }
    >
      {state.phase === 'ended' ? (
        <Report report={state.report} isStopped={state.isStopped} onUndo={() => void undoImport(state.job)} />
      ) : (
        <>
          <ol className={css.steps}>
            {texts.importSteps.map((step, index) => (
              <li key={step} className="row g12">
                <span className={`centre acc rigid ${css.number}`} aria-hidden="true">
                  {index + 1}
                </span>
                {step}
              </li>
            ))}
          </ol>
          {isBusy && (
            <div className={`stack t2 mt12 ${css.progress}`} role="status">
              {state.phase === 'sending' ? texts.uploading(Math.round(state.fraction * 100)) : texts.reading}
              {state.phase === 'sending' && (
                <Progress height={4} label={texts.importTitle} fraction={state.fraction} />
              )}
            </div>
          )}
          {state.phase === 'refused' && <FieldError id="import-problem">{state.message}</FieldError>}
        </>
      )}
      <FileInput
        ref={input}
        label={texts.upload}
        accept=".xml,.rss"
        errorId={state.phase === 'refused' ? 'import-problem' : undefined}
        onFile={file => void startImport(file)}
      />
    </Dialog>
  )
}

/** Says what an import has added and what it has left out, with the reasons. */
function Report({
  report,
  isStopped,
  onUndo,
}: {
  report: HighlightReport | null
  isStopped: boolean
  onUndo: () => void
}) {
  if (!report) return <p role="status">{isStopped ? texts.importStopped : texts.nothingImported}</p>
  const { highlights, pages, existing, skipped, no_room: noRoom, shortened, rows } = report
  const counts = [
    { label: texts.report.highlights, value: highlights },
    { label: texts.report.pages, value: pages },
    { label: texts.report.existing, value: existing },
    { label: texts.report.skipped, value: skipped },
    { label: texts.report.shortened, value: shortened },
  ]
  return (
    <div>
      <div className={`row g12 apart ${css.outcome}`}>
        <p role="status">
          {highlights > 0 ? texts.imported(highlights) : texts.nothingImported}
          {isStopped && ` ${texts.importStopped}`}
        </p>
        {highlights > 0 && (
          <Button size="sm" onClick={onUndo}>
            {texts.undoImport}
          </Button>
        )}
      </div>
      {/* What did not happen needs no figure. */}
      <Counts counts={counts.filter(({ value }, index) => value > 0 || index === 0)} />
      {noRoom > 0 && (
        <p className={css.noRoom}>
          {texts.report.noRoom(noRoom)} <UpgradeLink />
        </p>
      )}
      {rows.length > 0 && (
        // It scrolls, so it must be focusable.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={css.rows} tabIndex={0} role="region" aria-label={texts.report.rows}>
          <ul>
            {rows.map((each, index) => (
              <ReportRow key={index} {...each} />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function ReportRow({ row, reason, title, address }: HighlightReport['rows'][number]) {
  return (
    <li className="flex g12 anywhere">
      <span className="num t3">{row > 0 ? formatNumber(row) : '–'}</span>
      <span className="stack min0">
        {title && (
          <span className={css.rowTitle} dir="auto">
            {title}
          </span>
        )}
        {address && address !== title && <span dir="ltr">{address}</span>}
        <span>{reason}</span>
      </span>
    </li>
  )
}
