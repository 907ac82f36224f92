import { transferTexts } from '@nestmark/texts/importExport'
import { openOverlay } from '../../lib/overlay.ts'
import { Button } from '../../ui/Button.tsx'
import { IconFileImport } from '../../ui/icons.ts'

/** Opens the import dialog, in the empty state of a library. */
export function ImportButton({ parent }: { parent?: string }) {
  return (
    <Button icon={IconFileImport} onClick={() => openOverlay('import', { parent })}>
      {transferTexts.importTitle}
    </Button>
  )
}
