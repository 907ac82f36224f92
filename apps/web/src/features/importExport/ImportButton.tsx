import { transferTexts } from '@nestmark/texts/importExport'
import { openOverlay } from '../../lib/overlay.ts'
import { Button } from '../../ui/Button.tsx'
import { IconFileImport } from '../../ui/icons.ts'

/** The other way to begin: with the bookmarks one has. */
export function ImportButton({ parent }: { parent?: string }) {
  return (
    <Button icon={IconFileImport} onClick={() => openOverlay('import', { parent })}>
      {transferTexts.importTitle}
    </Button>
  )
}
