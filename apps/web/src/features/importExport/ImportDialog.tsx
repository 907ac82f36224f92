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
import { clearImport, startImport, stopImport } from './data.ts'
import { FileDrop } from './FileDrop.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportReport } from './ImportReport.tsx'
import css from './Transfer.module.css'

type Props = Overlays['import'] & { onClose: () => void }

/** Takes a bookmark file, shows how far it is, and what came of it. Closing it does not stop the import. */
export default function ImportDialog({ parent, onClose }: Props) {
  const now = useStore(currentImport)
  if (now.phase === 'sending' || now.phase === 'running')
    return (
      <Dialog
        title={texts.importTitle}
        size={520}
        onClose={onClose}
        footer={
          <>
            <Button
              variant="danger"
              disabled={now.phase === 'running' && now.stopping}
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
        <ImportProgress now={now} />
      </Dialog>
    )
  if (now.phase === 'ended') {
    const done = () => {
      onClose()
      clearImport()
    }
    return (
      <Dialog
        title={texts.importTitle}
        size={580}
        onClose={done}
        footer={
          <>
            <Button variant="ghost" onClick={clearImport}>
              {texts.another}
            </Button>
            <Button data-autofocus variant="primary" onClick={done}>
              {texts.goOn}
            </Button>
          </>
        }
      >
        <ImportReport job={now.job} />
      </Dialog>
    )
  }
  return (
    <ImportStart
      parent={parent}
      refused={now.phase === 'refused' ? now.sentence : undefined}
      onClose={onClose}
    />
  )
}

function ImportStart({ parent, refused, onClose }: Props & { refused: string | undefined }) {
  const [file, setFile] = useState<File | null>(null)
  const [place, setPlace] = useState<string | null>(parent ?? null)
  const [problem, setProblem] = useState<string>()
  const take = (chosen: File) => {
    setFile(chosen)
    clearImport()
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
    if (!problem) void startImport(file, place)
  }
  return (
    <Dialog
      title={texts.importTitle}
      size={520}
      onClose={() => {
        onClose()
        clearImport()
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
      <FileDrop file={file} error={problem ?? refused} onFile={take} />
      <div className={css.into}>
        <CollectionField label={texts.into} value={place} onChange={setPlace} />
      </div>
      <p className={css.quiet}>{texts.howTo}</p>
    </Dialog>
  )
}
