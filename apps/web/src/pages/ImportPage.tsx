import { importPreviewTexts as texts } from '@nestmark/texts/transfer/importPreview'
import { transferTexts } from '@nestmark/texts/transfer/importExport'
import { settingsTexts } from '@nestmark/texts/accounts/settings'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from '../lib/router/location.ts'
import { currentImport } from '../features/importExport/current.ts'
import { clearResult, hasAdded, stopImport } from '../features/importExport/data.ts'
import { FileStep } from '../features/importExport/FileStep.tsx'
import { ImportProgress } from '../features/importExport/ImportProgress.tsx'
import { ImportReport } from '../features/importExport/ImportReport.tsx'
import { closePreview, currentPreview, openPreview } from '../features/importExport/preview/preview.ts'
import { ReadingPages } from '../features/importExport/ReadingPages.tsx'
import { ReadyPreview } from '../features/importExport/preview/ReadyPreview.tsx'
import { toImportPath } from '../features/search/searchUrl.ts'
import css from '../features/importExport/preview/ImportPreview.module.css'
import { useStore } from '../lib/store.ts'
import { undoAction } from '../lib/undo/actions.ts'
import { Breadcrumb } from '../ui/page/Breadcrumb.tsx'
import { Button, ButtonLink } from '../ui/fields/Button.tsx'
import { Page } from '../ui/page/Page.tsx'

const transferPath = '/settings?tab=transfer'

/** /settings/import: a file before it is imported, while it is imported, and its report. */
export default function ImportPage() {
  const navigate = useNavigate()
  const preview = useStore(currentPreview)
  const running = useStore(currentImport)
  const isImporting = running.phase === 'running'
  usePreviewInAddress(isImporting)
  // The preview stays: the person may come back to it.
  const leave = () => void navigate(transferPath)
  const isReady = preview.phase === 'ready' && !isImporting
  const isEnded = running.phase === 'ended' && preview.phase === 'none'
  const title = isImporting || isEnded ? transferTexts.importTitle : texts.title
  return (
    <Page title={title}>
      <Breadcrumb
        crumbs={[
          { label: settingsTexts.title, to: '/settings' },
          { label: settingsTexts.tabs.transfer, to: transferPath },
        ]}
      />
      <div className={`flex wrap baseline ${css.head}`}>
        <h1 className="h1">{title}</h1>
        {!isImporting && running.phase !== 'ended' && <span className="t3">{texts.nothingYet}</span>}
      </div>
      {isReady ? (
        <ReadyPreview state={preview} onOther={closePreview} onLeave={leave} />
      ) : (
        <div className={`stack ${css.narrow}`}>
          {isImporting ? (
            <section className={css.card}>
              <ImportProgress state={running} />
              <div className={`row wrap g8 ${css.actions}`}>
                <Button size="sm" onClick={() => void stopImport()}>
                  {texts.stop}
                </Button>
              </div>
            </section>
          ) : isEnded ? (
            <EndedImport />
          ) : (
            <FileStep />
          )}
        </div>
      )}
    </Page>
  )
}

/** Keeps the job of the preview in the address, so that a reload shows it again for a day. */
function usePreviewInAddress(isImporting: boolean): void {
  const [parameters, setParameters] = useSearchParams()
  const preview = useStore(currentPreview)
  const inAddress = parameters.get('job')
  const id = 'id' in preview ? preview.id : null
  const isEmpty = preview.phase === 'none' && !isImporting
  const isOpened = useRef(false)
  useEffect(() => {
    const isFirst = !isOpened.current
    isOpened.current = true
    if (isFirst && isEmpty && inAddress !== null) void openPreview(inAddress)
    else if (id !== inAddress) setParameters(id === null ? {} : { job: id }, { replace: true })
  }, [isEmpty, id, inAddress, setParameters])
}

/** The report of an import that has ended, with its undo. */
function EndedImport() {
  const state = useStore(currentImport)
  if (state.phase !== 'ended') return null
  return (
    <>
      <section className={css.card}>
        <h2 className="sr">{transferTexts.report}</h2>
        <ImportReport job={state.job} />
        {state.job.report?.reading && <ReadingPages job={state.job.report.reading} />}
        <div className={`row wrap g8 ${css.actions}`}>
          {(state.job.report?.links ?? 0) > 0 && (
            <ButtonLink to={toImportPath(state.job.job)} onClick={clearResult}>
              {transferTexts.show}
            </ButtonLink>
          )}
          <ButtonLink to="/collections" onClick={clearResult}>
            {texts.open}
          </ButtonLink>
          <Button variant="ghost" onClick={clearResult}>
            {transferTexts.another}
          </Button>
        </div>
      </section>
      {(hasAdded(state.job) || (state.job.report?.added ?? 0) > 0) && (
        <section className={css.card}>
          <p>{texts.undoLine}</p>
          <div className={`row wrap g8 ${css.actions}`}>
            <Button
              onClick={() => {
                clearResult()
                void undoAction(state.job.job, { action: 'import' })
              }}
            >
              {texts.undo}
            </Button>
          </div>
        </section>
      )}
    </>
  )
}
