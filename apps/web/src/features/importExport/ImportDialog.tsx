import { limits } from '@nestmark/core/limits'
import { transferTexts as texts } from '@nestmark/texts/importExport'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import type { Overlays } from '../../lib/overlay.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { CollectionField } from '../collections/CollectionField.tsx'
import { currentImport } from './current.ts'
import { clearResult, startImport, stopImport } from './data.ts'
import { FileDrop } from './FileDrop.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportReport } from './ImportReport.tsx'
import css from './ImportExport.module.css'

type Props = Overlays['import'] & { onClose: () => void }

/** Imports a bookmark file; shows the progress and the report. Closing the dialog does not stop the import. */
export default function ImportDialog({ parent, onClose }: Props) {
  const state = useStore(currentImport)
  if (state.phase === 'sending' || state.phase === 'running')
    return (
      <Dialog
        title={texts.importTitle}
        size={520}
        onClose={onClose}
        footer={
          <>
            <Button
              variant="danger"
              disabled={state.phase === 'running' && state.stopping}
              onClick={() => void stopImport()}
            >
              {texts.cancel}
            </Button>
            <Button data-autofocus variant="primary" onClick={onClose}>
              {texts.hide}
            </Button>
          </>
        }
      >
        <ImportProgress state={state} />
      </Dialog>
    )
  if (state.phase === 'ended') {
    const done = () => {
      onClose()
      clearResult()
    }
    return (
      <Dialog
        title={texts.importTitle}
        size={580}
        onClose={done}
        footer={
          <>
            <Button variant="ghost" onClick={clearResult}>
              {texts.another}
            </Button>
            <Button data-autofocus variant="primary" onClick={done}>
              {texts.goOn}
            </Button>
          </>
        }
      >
        <ImportReport job={state.job} />
      </Dialog>
    )
  }
  return (
    <ImportStart
      parent={parent}
      refusal={state.phase === 'refused' ? state.message : undefined}
      onClose={onClose}
    />
  )
}

function ImportStart({ parent, refusal, onClose }: Props & { refusal: string | undefined }) {
  const [file, setFile] = useState<File | null>(null)
  const [target, setTarget] = useState<string | null>(parent ?? null)
  const [problem, setProblem] = useState<string>()
  const chooseFile = (chosen: File) => {
    setFile(chosen)
    clearResult()
    setProblem(
      chosen.size > limits.importBytes
        ? texts.tooLarge(limits.importBytes)
        : /\.html?$/i.test(chosen.name) || /html/.test(chosen.type)
          ? undefined
          : texts.notHtml,
    )
  }
  const start = () => {
    if (!file) return setProblem(texts.noFile)
    if (!problem) void startImport(file, target)
  }
  return (
    <Dialog
      title={texts.importTitle}
      size={520}
      onClose={() => {
        onClose()
        clearResult()
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {uiTexts.cancel}
          </Button>
          <Button variant="primary" onClick={start}>
            {texts.start}
          </Button>
        </>
      }
    >
      <p className={css.intro}>{texts.importLine}</p>
      <FileDrop file={file} error={problem ?? refusal} onFile={chooseFile} />
      <div className={css.target}>
        <CollectionField label={texts.into} value={target} ownOnly onChange={setTarget} />
      </div>
      <p className={css.secondary}>{texts.howTo}</p>
    </Dialog>
  )
}
