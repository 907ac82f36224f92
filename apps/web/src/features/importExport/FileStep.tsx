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
import { closePreview, currentPreview, previewFile } from './preview/preview.ts'
import { wantedImport } from './wanted.ts'
import { ShownError } from '@nestmark/client/shownError'
import { chooseWay } from '../../lib/encryption/entering.ts'
import { keyRing } from '../../lib/encryption/keyRing.ts'
import { readPlace } from '../encryption/tasks/places.ts'
import { readBookmarkLinks } from './readBookmarkLinks.ts'

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

/**
 * Starts the preview of a file, or reads it here where its collection has a key: such a file is never sent.
 * @param parent the collection; absent for the root
 * @param root the id of the root, when it is known
 * @returns what is to be encrypted; null when the preview has begun, or the person has cancelled
 * @throws Refusal, or ShownError for a file that is too large or without bookmarks
 */
async function prepareImport(
  file: File,
  parent: string | undefined,
  root: string | undefined,
): Promise<EncryptedBookmarks | null> {
  const into = parent ?? root
  const way = into === undefined ? 'none' : await chooseWay(into)
  if (way === 'cancelled') return null
  if (way === 'encrypted' && into !== undefined) return readHere(file, into)
  await checkSize(file)
  void previewFile(file, { parent, plain: way === 'plain' })
  return null
}

/** Throws ShownError when the server would refuse a file for its size, so that it is not sent. */
async function checkSize(file: File): Promise<void> {
  const isZip = (await file.slice(0, 2).text()) === 'PK'
  // The server refuses a large ZIP unless it is that of an export of everything.
  const max = isZip ? limits.importZipBytes : limits.importBytes
  if (file.size > max) throw new ShownError(transferTexts.tooLarge(max))
}

/** Reads a file in the browser, for a collection whose key is open. */
async function readHere(file: File, into: string): Promise<EncryptedBookmarks | null> {
  const read = await readBookmarkLinks(file)
  if (!read || read.links.length === 0)
    throw new ShownError(read ? transferTexts.noBookmarks : transferTexts.notHtml)
  const saved = keyRing.find((await readPlace(into)).kid ?? '')
  return saved ? { read, into, saved } : null
}
