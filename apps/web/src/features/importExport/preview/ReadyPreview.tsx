import type { ImportChoices } from '@nestmark/contract/transfer/importPreview'
import { importPreviewTexts as texts } from '@nestmark/texts/transfer/importPreview'
import { useEffect } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { overlays } from '../../../lib/overlays/overlay.ts'
import { useHotkeys } from '../../../lib/focus/hotkeys.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { CancelButton } from '../../../ui/dialogs/CancelButton.tsx'
import { EmptyState } from '../../../ui/lists/EmptyState.tsx'
import { IconFileOff } from '../../../ui/icons.ts'
import { Kbd } from '../../../ui/menus/Kbd.tsx'
import { manyFolders } from '../data.ts'
import css from './ImportPreview.module.css'
import { changeChoices, confirmImport, nameCollection, previewedFile, type PreviewState } from './preview.ts'
import { PreviewChoices } from './PreviewChoices.tsx'
import { PreviewColumns } from './PreviewColumns.tsx'
import { PreviewFigures, PreviewFile, PreviewOutcome, PreviewYears } from './PreviewFindings.tsx'
import { PreviewTree } from './PreviewTree.tsx'
import { wantImport } from '../wanted.ts'

type Ready = Extract<PreviewState, { phase: 'ready' }>

/** What an import would do, and its choices. Ctrl+Enter imports, Escape goes back. */
export function ReadyPreview({
  state,
  onOther,
  onLeave,
}: {
  state: Ready
  onOther: () => void
  onLeave: () => void
}) {
  const { report, rows, isComputing, name } = state
  const phone = usePhone()
  const { preview, format = 'bookmarkHtml' } = report
  const highlights = report.highlights ?? 0
  const change = (choices: ImportChoices) => void changeChoices(choices)
  const leaveOut = (place: number, isOut: boolean) => {
    const others = preview.choices.left_out?.filter(each => each !== place) ?? []
    change({ ...preview.choices, left_out: isOut ? [...others, place] : others })
  }
  const isEmpty = rows === 0 && preview.folders === 0 && highlights === 0
  usePreviewKeys(() => {
    if (!isEmpty) void confirmImport()
  }, onLeave)
  useManyFolders(state, format)
  if (isEmpty)
    return (
      <EmptyState icon={IconFileOff} title={texts.empty} line={texts.emptyLine}>
        <Button variant="primary" onClick={onOther}>
          {texts.otherFile}
        </Button>
      </EmptyState>
    )
  return (
    <>
      <div className={css.columns} aria-busy={isComputing}>
        <div className={`stack min0 ${css.main}`}>
          <PreviewFile report={report} rows={rows} name={name} onOther={onOther} />
          {preview.columns && (
            <PreviewColumns
              columns={preview.columns}
              onChange={columns => change({ ...preview.choices, columns })}
            />
          )}
          <PreviewFigures report={report} rows={rows} />
          <PreviewOutcome
            report={report}
            rows={rows}
            onExisting={existing => change({ ...preview.choices, existing })}
          />
          <PreviewYears report={report} />
        </div>
        <div className={`stack min0 ${css.side}`}>
          <PreviewChoices
            format={format}
            preview={preview}
            onChange={change}
            onEncrypted={parent => wantImport({ parent, file: previewedFile() })}
          />
          <PreviewTree preview={preview} onLeaveOut={leaveOut} />
        </div>
      </div>
      <footer className={`row g8 ${css.footer}`} data-foot>
        <span className={`t2 grow ${css.undoLine}`}>{texts.undoLine}</span>
        <CancelButton onClick={onLeave} />
        <Button variant="primary" aria-disabled={isComputing} onClick={() => void confirmImport()}>
          {texts.start(report.links)}
          {!phone && <Kbd keys={['Ctrl', '↵']} />}
        </Button>
      </footer>
    </>
  )
}

function usePreviewKeys(confirm: () => void, leave: () => void): void {
  const run = (action: () => void) => (event: KeyboardEvent) => {
    if (overlays.get().length > 0) return
    event.preventDefault()
    action()
  }
  useHotkeys({ 'ctrl+enter': run(confirm), escape: run(leave) })
}

/** Puts a file of many folders into one new collection, unless the person chooses otherwise. */
function useManyFolders({ id, report: { preview } }: Ready, format: string): void {
  const isMany = preview.folders >= manyFolders && preview.choices.where === 'beside'
  useEffect(() => {
    if (isMany)
      void changeChoices({
        ...preview.choices,
        where: 'new',
        name: nameCollection(format),
      })
    // Only once for a file.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id])
}
