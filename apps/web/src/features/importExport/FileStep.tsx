import { limits } from '@nestmark/core/limits'
import { importPreviewTexts as texts } from '@nestmark/texts/transfer/importPreview'
import { transferTexts } from '@nestmark/texts/transfer/importExport'
import { useEffect, useState } from 'react'
import { formatError } from '../../lib/api/client.ts'
import { useStore } from '../../lib/store.ts'
import { useStableCallback } from '../../lib/useStableCallback.ts'
import { CancelButton } from '../../ui/dialogs/CancelButton.tsx'
import { Progress } from '../../ui/progress/Progress.tsx'
import { CollectionField } from '../collections/picker/CollectionField.tsx'
import { useTree } from '../collections/data.ts'
import { clearResult } from './data.ts'
import { EncryptBookmarks, type EncryptedBookmarks } from './EncryptBookmarks.tsx'
import { FileDrop } from './FileDrop.tsx'
import css from './preview/ImportPreview.module.css'
import { prepareImport } from './prepareImport.ts'
import { closePreview, currentPreview } from './preview/preview.ts'
import { wantedImport } from './wanted.ts'

/** The choice of a file and its collection, and the upload. */
export function FileStep() {
  const preview = useStore(currentPreview)
  const [target, setTarget] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [encrypted, setEncrypted] = useState<EncryptedBookmarks>()
  const { index } = useTree()
  const choose = (file: File, parent = target) => {
    clearResult()
    setProblem(undefined)
    prepareImport(file, parent ?? undefined, index?.root).then(
      found => found !== null && setEncrypted(found),
      (error: unknown) => {
        closePreview()
        setProblem([file.name, formatError(error)].join(': '))
      },
    )
  }
  const wanted = useStore(wantedImport)
  const takeWanted = useStableCallback(() => {
    const { parent = null, file } = wantedImport.get() ?? {}
    wantedImport.set(null)
    setTarget(parent)
    if (file) choose(file, parent)
  })
  // The tree knows which collections have a key.
  const isKnown = index !== undefined
  useEffect(() => {
    if (wanted !== null && isKnown) takeWanted()
  }, [wanted, isKnown, takeWanted])
  if (preview.phase === 'none' || preview.phase === 'refused') {
    const refusal =
      preview.phase === 'refused' ? [preview.name, preview.message].filter(Boolean).join(': ') : undefined
    return (
      <>
        <p>{transferTexts.importLine}</p>
        <FileDrop error={problem ?? refusal} onFile={choose} />
        <CollectionField
          label={transferTexts.into}
          value={target}
          ownOnly
          onChange={id => setTarget(id === index?.root ? null : id)}
        />
        <p className="t3">{transferTexts.howTo(limits.importBytes, limits.compressedImportBytes)}</p>
        {encrypted && <EncryptBookmarks {...encrypted} onClose={() => setEncrypted(undefined)} />}
      </>
    )
  }
  const fraction = preview.phase === 'sending' || preview.phase === 'reading' ? preview.fraction : undefined
  const label = preview.phase === 'sending' ? transferTexts.uploading : transferTexts.importing
  return (
    <section className={css.card}>
      <p className="w560 f14" dir="auto">
        {preview.name}
      </p>
      <p role="status">
        {preview.phase === 'waiting'
          ? texts.offline
          : preview.phase === 'reading'
            ? texts.reading(preview.links)
            : label}
      </p>
      {preview.phase !== 'waiting' && <Progress label={label} fraction={fraction} />}
      <p className={css.secondary}>{texts.readingLine}</p>
      <div className={`row wrap g8 ${css.actions}`}>
        <CancelButton size="sm" onClick={closePreview} />
      </div>
    </section>
  )
}
