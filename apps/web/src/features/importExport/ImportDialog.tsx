import { limits } from '@nestmark/core/limits'
import { transferTexts as texts } from '@nestmark/texts/importExport'
import { importPreviewTexts as previewTexts } from '@nestmark/texts/importPreview'
import { uiTexts } from '@nestmark/texts/ui'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatError } from '../../lib/api/client.ts'
import { formatDate } from '../../lib/dates.ts'
import { chooseWay } from '../../lib/encryption/entering.ts'
import { keyRing } from '../../lib/encryption/keyRing.ts'
import { ShownError } from '@nestmark/client/shownError'
import type { Overlays } from '../../lib/overlay.ts'
import { undoAction } from '../../lib/undo/actions.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { CollectionField } from '../collections/CollectionField.tsx'
import { useTree } from '../collections/data.ts'
import { readPlace } from '../encryption/places.ts'
import { countFolders } from './countFolders.ts'
import { currentImport } from './current.ts'
import { clearResult, hasAdded, manyFolders, startImport, stopImport } from './data.ts'
import { EncryptBookmarks, type EncryptedBookmarks } from './EncryptBookmarks.tsx'
import { FileDrop } from './FileDrop.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportReport } from './ImportReport.tsx'
import css from './ImportExport.module.css'
import { previewFile } from './preview.ts'
import { readBookmarkLinks } from './readBookmarkLinks.ts'

type Props = Overlays['import'] & { onClose: () => void }

/** Imports a bookmark file; shows the progress and the report. Closing the dialog does not stop the import. */
export default function ImportDialog({ parent, file, onClose }: Props) {
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
              key="stop"
              variant="danger"
              disabled={state.phase === 'running' && state.stopping}
              onClick={() => void stopImport()}
            >
              {texts.cancel}
            </Button>
            <Button key="main" data-autofocus variant="primary" onClick={onClose}>
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
        onEscape={done}
        footer={
          <>
            {/* The main button keeps the focus: Undo must not get it in its place. */}
            <Button key="another" variant="ghost" onClick={clearResult}>
              {texts.another}
            </Button>
            {hasAdded(state.job) && (
              <Button
                key="undo"
                onClick={() => {
                  done()
                  void undoAction(state.job.job, { action: 'import' })
                }}
              >
                {texts.undo}
              </Button>
            )}
            <Button key="main" data-autofocus variant="primary" onClick={done}>
              {texts.finish}
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
      file={file}
      refusal={state.phase === 'refused' ? state.message : undefined}
      onClose={onClose}
    />
  )
}

function ImportStart({ parent, file: given, refusal, onClose }: Props & { refusal: string | undefined }) {
  const [file, setFile] = useState<File | null>(given ?? null)
  const [target, setTarget] = useState<string | null>(parent ?? null)
  const [problem, setProblem] = useState<string>()
  const [encrypted, setEncrypted] = useState<EncryptedBookmarks>()
  const { index } = useTree()
  const folders = useFolderCount(file)
  const [isGrouped, setIsGrouped] = useState(true)
  const navigate = useNavigate()
  const offersGroup = folders >= manyFolders && target === null
  const chooseFile = (chosen: File) => {
    setFile(chosen)
    clearResult()
    setProblem(chosen.size > limits.importBytes ? texts.tooLarge(limits.importBytes) : undefined)
  }
  const start = () => {
    if (!file) return setProblem(texts.noFile)
    if (problem) return
    const group = { name: texts.newCollection(formatDate(Date.now())) }
    if (offersGroup && isGrouped) return void startImport(file, group)
    prepareImport(file, target, index?.root).then(
      found => found !== null && setEncrypted(found),
      (error: unknown) => setProblem(formatError(error)),
    )
  }
  const look = () => {
    if (!file) return setProblem(texts.noFile)
    if (problem) return
    onClose()
    void previewFile(file, target ?? undefined)
    void navigate('/settings/import')
  }
  if (encrypted) return <EncryptBookmarks {...encrypted} onClose={onClose} />
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
          <Button onClick={look}>{previewTexts.look}</Button>
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
      {offersGroup && (
        <div className={css.group}>
          <p>{texts.manyFolders(folders)}</p>
          <label className="row g6">
            <Checkbox
              small
              label={texts.inNewCollection}
              checked={isGrouped}
              onChange={() => setIsGrouped(!isGrouped)}
            />
            <span aria-hidden="true">{texts.inNewCollection}</span>
          </label>
        </div>
      )}
      <p className={css.secondary}>{texts.howTo}</p>
    </Dialog>
  )
}

/**
 * Starts an import in the way that its collection needs. A file is not even sent to be refused.
 * @returns what is to be encrypted, where the key of the collection is open
 * @throws Refusal, or ShownError for a file without bookmarks
 */
async function prepareImport(
  file: File,
  target: string | null,
  root: string | undefined,
): Promise<EncryptedBookmarks | null> {
  const into = target ?? root
  const way = into === undefined ? 'none' : await chooseWay(into)
  if (way === 'cancelled') return null
  if (way !== 'encrypted' || into === undefined) {
    void startImport(file, target, way === 'plain')
    return null
  }
  const read = await readBookmarkLinks(file)
  if (!read || read.links.length === 0) throw new ShownError(read ? texts.noBookmarks : texts.notHtml)
  const saved = keyRing.find((await readPlace(into)).kid ?? '')
  return saved ? { read, into, saved } : null
}

/** Returns how many folders a file has, at most 10,000; 0 until they are counted. */
function useFolderCount(file: File | null): number {
  const [counted, setCounted] = useState<{ file: File; folders: number }>()
  useEffect(() => {
    if (!file) return
    let isCurrent = true
    const read = async () => {
      const folders = await countFolders(file, 10_000)
      if (isCurrent) setCounted({ file, folders })
    }
    // A file that cannot be read is refused when it is sent.
    read().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [file])
  return counted?.file === file ? counted.folders : 0
}
