import { exportHighlights } from '@nestmark/contract/reading/highlights'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { formatError } from '../../lib/api/client.ts'
import { downloadFile } from '../../lib/api/files.ts'
import { dismissToast, toast } from '../../lib/toasts.ts'

/** The formats of an export, with the names of their files. */
export const exportFormats = [
  { format: 'markdown', label: texts.exportMarkdown, file: 'nestmark-highlights.md' },
  { format: 'csv', label: texts.exportCsv, file: 'nestmark-highlights.csv' },
  { format: 'json', label: texts.exportJson, file: 'nestmark-highlights.json' },
] as const
type Format = (typeof exportFormats)[number]['format']

/** How long the notice of a running export may be shown, in milliseconds. */
const maxDuration = 120_000

let isRunning = false

/** Saves a file with all highlights. A second call during an export does nothing. */
export async function saveHighlightsAs(format: Format): Promise<void> {
  const file = exportFormats.find(each => each.format === format)?.file
  if (isRunning || file === undefined) return
  isRunning = true
  const notice = toast({ tone: 'waiting', title: texts.exporting, duration: maxDuration })
  try {
    await downloadFile(exportHighlights, file, AbortSignal.timeout(maxDuration), { format })
    toast({ title: texts.exported(file) })
  } catch (error) {
    toast({ tone: 'danger', title: texts.exportFailed, line: formatError(error) })
  } finally {
    dismissToast(notice)
    isRunning = false
  }
}
