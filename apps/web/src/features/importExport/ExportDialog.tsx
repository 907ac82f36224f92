import { transferTexts as texts } from '@nestmark/texts/importExport'
import { uiTexts } from '@nestmark/texts/ui'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/FieldError.tsx'
import { IconFileExport } from '../../ui/icons.ts'
import { Progress } from '../../ui/Progress.tsx'
import { useExport } from './data.ts'
import css from './ImportExport.module.css'

/** Exports the whole library as a bookmark file. */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const exportLibrary = useExport(() => {
    toast({ title: texts.exported, line: texts.exportFile })
    onClose()
  })
  return (
    <Dialog
      title={texts.exportTitle}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {uiTexts.cancel}
          </Button>
          <Button
            data-autofocus
            variant="primary"
            icon={IconFileExport}
            disabled={exportLibrary.isPending}
            onClick={() => exportLibrary.mutate()}
          >
            {texts.export}
          </Button>
        </>
      }
    >
      <p className={css.intro}>{texts.exportLine}</p>
      {exportLibrary.isPending && (
        <div className={css.progress} role="status">
          <p className={css.state}>{texts.exporting}</p>
          <Progress label={texts.exporting} fraction={undefined} />
        </div>
      )}
      {exportLibrary.error && <FieldError>{exportLibrary.error.message}</FieldError>}
    </Dialog>
  )
}
