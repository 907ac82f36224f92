import { exportFeeds, listFeeds } from '@nestmark/contract/feeds'
import { toSafeName } from '@nestmark/core/zipNames'
import { linkExportTexts } from '@nestmark/texts/transfer/linkExport'
import { feedTexts as texts } from '@nestmark/texts/feeds'
import { useMutation } from '@tanstack/react-query'
import { downloadFile } from '../../../lib/api/files.ts'
import type { Refusal } from '../../../lib/api/client.ts'
import { useOperation } from '../../../lib/api/operations.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { IconFileExport } from '../../../ui/icons.ts'
import css from './Export.module.css'

/** How long the server may take, in milliseconds. */
const maxDuration = 60_000

/**
 * Offers feeds as OPML: those of a collection, or else those that the person added; nothing without feeds.
 * @param given `name` of the collection is part of the name of the file; '' for the library
 */
export function ExportFeeds({
  collection,
  name = '',
  withSub = false,
}: {
  collection?: { _id: string }
  name?: string
  withSub?: boolean
}) {
  const input = collection ? ({ folder_id: collection._id, include_sub: withSub ? 1 : 0 } as const) : {}
  const count = useOperation(listFeeds, input, { quiet: true, keepPrevious: true }).data?.length ?? 0
  const file = texts.exportFile(toSafeName(name, 80, 'nestmark'))
  const { isPending, error, mutate } = useMutation<void, Refusal>({
    mutationFn: () => downloadFile(exportFeeds, file, AbortSignal.timeout(maxDuration), input),
    meta: { quiet: true },
    onSuccess: () => void toast({ title: linkExportTexts.exported(file) }),
  })
  if (count === 0) return null
  return (
    <div className={`row wrap mt12 ${css.feeds}`}>
      <span className={css.note}>{collection ? texts.exportLine(count) : texts.exportOwnLine(count)}</span>
      <Button size="sm" icon={IconFileExport} disabled={isPending} onClick={() => mutate()}>
        {texts.export}
      </Button>
      {error && <FieldError>{error.message}</FieldError>}
    </div>
  )
}
