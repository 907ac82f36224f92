import type { ComponentProps } from 'react'
import { type HighlightPage, exportHighlights } from '@nestmark/contract/reading/highlights'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { uiTexts } from '@nestmark/texts/ui'
import type { Pages } from '../../../lib/api/pages.ts'
import { useIsOffline } from '../../../lib/connection.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Button, IconButton } from '../../../ui/fields/Button.tsx'
import { IconFileExport, IconFileImport } from '../../../ui/icons.ts'
import { ListHead } from '../../../ui/lists/ListHead.tsx'
import { MoreMenu } from '../../../ui/menus/MoreMenu.tsx'
import { useHighlightCounts } from './counts.ts'
import css from './HighlightHead.module.css'
import { highlightsPath } from './highlightQuery.ts'
import { HighlightSearch } from './HighlightSearch.tsx'
import { formatError } from '../../../lib/api/client.ts'
import { downloadFile } from '../../../lib/api/files.ts'
import { dismissToast, toast } from '../../../lib/toasts.ts'
import { limits } from '@nestmark/core/limits'

const openImport = () => openOverlay('importHighlights', {})

/** The title of the page with its counts, the search, the import and the exports. */
export function HighlightHead({
  query,
  pages,
  onSearch,
  onClear,
}: ComponentProps<typeof HighlightSearch> & { pages: Pages<HighlightPage> }) {
  const phone = usePhone()
  const counts = useHighlightCounts()
  const total = counts && counts.highlights > 0 ? texts.total(counts.highlights, counts.pages) : ''
  const actions = (
    <>
      <ImportButton />
      <HeadMenu />
    </>
  )
  return (
    <>
      <ListHead title={texts.title} path={highlightsPath} total={total} barActions={actions}>
        <HighlightSearch query={query} onSearch={onSearch} onClear={onClear} />
        {!phone && actions}
      </ListHead>
      {/* A screen reader reads it. */}
      <p className={`num ${css.found}`} role="status">
        {query.input === '' ? '' : formatFound(pages)}
      </p>
    </>
  )
}

function ImportButton() {
  const phone = usePhone()
  const needsServer = useIsOffline()
  const button = { icon: IconFileImport, disabled: needsServer, onClick: openImport }
  const label = needsServer ? `${texts.import}: ${texts.needsConnection}` : texts.import
  if (phone) return <IconButton {...button} iconClass="s20" label={label} tip={texts.import} />
  return (
    <Button {...button} title={needsServer ? texts.needsConnection : undefined}>
      {texts.import}
    </Button>
  )
}

function HeadMenu() {
  const phone = usePhone()
  const needsServer = useIsOffline()
  return (
    <MoreMenu
      label={texts.actions}
      items={exportFormats.map(({ format, label }) => ({
        label,
        icon: IconFileExport,
        disabled: needsServer,
        run: () => void saveHighlightsAs(format),
      }))}
      tip={uiTexts.more}
      iconClass={phone ? 's20' : ''}
    />
  )
}

/** The formats of an export, with the names of their files. */
const exportFormats = [
  { format: 'markdown', label: texts.exportMarkdown, file: 'nestmark-highlights.md' },
  { format: 'csv', label: texts.exportCsv, file: 'nestmark-highlights.csv' },
  { format: 'json', label: texts.exportJson, file: 'nestmark-highlights.json' },
] as const
type Format = (typeof exportFormats)[number]['format']

/** How long the notice of a running export may be shown, in milliseconds. */
const maxDuration = 120_000

let isRunning = false

/** Saves a file with all highlights. A second call during an export does nothing. */
async function saveHighlightsAs(format: Format): Promise<void> {
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

/** Formats how many highlights on how many pages a search has found; '' before its answer and where it has found none. */
export function formatFound({ total, at }: Pick<Pages<HighlightPage>, 'total' | 'at'>): string {
  if (!total) return ''
  // The answer has no total. Its first page shows whether there are more.
  if (total > limits.pageSize) return texts.foundMany(limits.pageSize)
  let highlights = 0
  for (let index = 0; index < total; index++) highlights += at(index)?.data.highlights.length ?? 0
  return texts.found(highlights, total)
}
