import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { linkExportTexts } from '@nestmark/texts/transfer/linkExport'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { formatError } from '../../../lib/api/client.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { type RadioCard, RadioCards } from '../../../ui/fields/RadioCards.tsx'
import { IconFileExport } from '../../../ui/icons.ts'
import { Progress } from '../../../ui/progress/Progress.tsx'
import { useMe } from '../../session/data.ts'
import { useExport } from '../data.ts'
import css from './Export.module.css'
import { ExportFeeds } from './ExportFeeds.tsx'
import { ExportLinks } from './ExportLinks.tsx'
import { ExportState } from './ExportState.tsx'
import progressCss from '../ImportExport.module.css'
import { useExportSize, useLibraryExport } from './libraryExport.ts'
import type { ExportedLinks } from './linkExport.ts'
import type { ExportedParts } from '@nestmark/contract/transfer/libraryExport'
import { classes } from '../../../ui/classes.ts'

/** Exports the library, or a part of it in a choice of formats. */
export default function ExportDialog({ part, onClose }: { part?: ExportedLinks; onClose: () => void }) {
  const rootId = useMe()?.root_folder
  const [isOther, setOther] = useState(false)
  if (part) return <ExportLinks part={part} onClose={onClose} />
  if (!isOther || rootId === undefined)
    return <ExportLibrary onOther={() => setOther(true)} onClose={onClose} />
  const whole = { name: '', collection: { _id: rootId, hasSub: true, canAdd: true } }
  return <ExportLinks part={whole} onClose={onClose} />
}

type ExportKind = 'bookmarks' | 'everything'

const choices: RadioCard<ExportKind>[] = [
  { value: 'bookmarks', title: texts.exportBookmarks, line: texts.exportLine },
  { value: 'everything', title: texts.exportEverything, line: texts.everythingLine },
]

/** Exports the library as a bookmark file, or everything as a ZIP. */
function ExportLibrary({ onOther, onClose }: { onOther: () => void; onClose: () => void }) {
  const [chosen, setChosen] = useState<ExportKind | null>(null)
  const bookmarks = useExport(() => {
    toast({ title: texts.exported, line: texts.exportFile })
    onClose()
  })
  const library = useLibraryExport()
  const { current, isRunning } = library
  const kind = isRunning ? 'everything' : (chosen ?? (current ? 'everything' : 'bookmarks'))
  const size = useExportSize()
  const encrypted = size.data?.encrypted ?? 0
  const { isPending, error, mutate, reset } = kind === 'everything' ? library.start : bookmarks
  const isEnded = kind === 'everything' && current !== null && !isRunning
  return (
    <Dialog
      title={texts.exportTitle}
      size={520}
      onClose={onClose}
      footerStart={
        !isRunning && (
          <Button variant="ghost" disabled={isPending} onClick={onOther}>
            {linkExportTexts.otherFormats}
          </Button>
        )
      }
      footer={
        isRunning ? (
          <>
            <Button variant="ghost" disabled={library.isStopping} onClick={library.stop}>
              {texts.stopExport}
            </Button>
            <Button variant="primary" onClick={onClose}>
              {texts.close}
            </Button>
          </>
        ) : (
          <>
            <Button variant="ghost" onClick={onClose}>
              {isEnded ? texts.close : uiTexts.cancel}
            </Button>
            {!isEnded && (
              <Button
                data-autofocus
                variant="primary"
                icon={IconFileExport}
                disabled={isPending}
                onClick={() => mutate()}
              >
                {texts.export}
              </Button>
            )}
          </>
        )
      }
    >
      <RadioCards
        name="export"
        label={texts.exportKind}
        isLarge
        value={kind}
        choices={choices}
        disabled={isPending || isRunning}
        onChange={next => {
          reset()
          setChosen(next)
        }}
      />
      {kind === 'everything' && size.data && <ExportParts parts={size.data} />}
      {kind === 'everything' && size.isPending && <Waiting label={texts.measuring} />}
      {kind === 'everything' && size.error && <FieldError>{formatError(size.error)}</FieldError>}
      {kind === 'everything' && current ? (
        <ExportState current={current} parts={size.data} />
      ) : (
        <p className={css.note}>{texts.exportLeftOut}</p>
      )}
      {kind === 'bookmarks' && encrypted > 0 && (
        <p className={css.note} role="status">
          {texts.encryptedLeftOut(encrypted)}
        </p>
      )}
      {kind === 'bookmarks' && isPending && <Waiting label={texts.exporting} />}
      {error && <FieldError>{error.message}</FieldError>}
      {error?.code === 'transfer.exportedRecently' && (
        <p className={css.note}>{texts.exportAgain(error.retryAfter)}</p>
      )}
      <ExportFeeds />
    </Dialog>
  )
}

/** A bar without an end. */
function Waiting({ label }: { label: string }) {
  return (
    <div className={`stack ${progressCss.progress}`} role="status">
      <p className={`flex g8 t2 baseline ${progressCss.state}`}>{label}</p>
      <Progress label={label} fraction={undefined} />
    </div>
  )
}

/** The estimated size of a link in the files of bookmarks and data, in bytes. */
const bytesPerLink = 400

/** Returns the estimated size of a ZIP in bytes. */
const estimate = ({ links, file_bytes: files, page_bytes: pages }: ExportedParts) =>
  links * bytesPerLink + files + pages

/** Shows the content of an export of everything. */
function ExportParts({ parts }: { parts: ExportedParts }) {
  const rows = [
    [texts.partLinks, texts.linksInCollections(parts.links, parts.collections)],
    [texts.partFiles, texts.part(parts.files, parts.file_bytes)],
    [texts.partPages, texts.part(parts.pages, parts.page_bytes)],
  ] as const
  return (
    <dl className={css.parts}>
      {rows.map(([name, value]) => (
        <div key={name} className={`flex wrap apart ${css.part}`}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
      <div className={classes('flex wrap apart', css.part, css.sum)}>
        <dt>{texts.total}</dt>
        <dd className="num">{texts.about(estimate(parts))}</dd>
      </div>
    </dl>
  )
}
