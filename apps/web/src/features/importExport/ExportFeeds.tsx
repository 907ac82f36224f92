import { exportFeeds, listFeeds } from '@nestmark/contract/feeds'
import { linkExportTexts } from '@nestmark/texts/linkExport'
import { feedTexts as texts } from '@nestmark/texts/feeds'
import { useMutation } from '@tanstack/react-query'
import { downloadFile } from '../../lib/api/files.ts'
import type { Refusal } from '../../lib/api/client.ts'
import { useOperation } from '../../lib/api/operations.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/FieldError.tsx'
import { IconFileExport } from '../../ui/icons.ts'
import css from './Export.module.css'

/** How long the server may take, in milliseconds. */
const maxDuration = 60_000

/** Offers the feeds of a person as OPML; nothing without feeds. */
export function ExportFeeds() {
  const count = useOperation(listFeeds, {}, { quiet: true }).data?.length ?? 0
  const { isPending, error, mutate } = useMutation<void, Refusal>({
    mutationFn: () => downloadFile(exportFeeds, texts.exportFile, AbortSignal.timeout(maxDuration)),
    meta: { quiet: true },
    onSuccess: () => void toast({ title: linkExportTexts.exported(texts.exportFile) }),
  })
  if (count === 0) return null
  return (
    <div className={css.feeds}>
      <span className={css.note}>{texts.exportLine(count)}</span>
      <Button size="sm" icon={IconFileExport} disabled={isPending} onClick={() => mutate()}>
        {texts.export}
      </Button>
      {error && <FieldError>{error.message}</FieldError>}
    </div>
  )
}
