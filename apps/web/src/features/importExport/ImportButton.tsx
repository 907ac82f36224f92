import { importEntryTexts } from '@nestmark/texts/importEntry'
import { ButtonLink } from '../../ui/fields/Button.tsx'
import { IconFileImport } from '../../ui/icons.ts'

/** Leads to the import, in the empty state of a library. */
export function ImportButton() {
  return (
    <ButtonLink icon={IconFileImport} to="/settings/import">
      {importEntryTexts.importTitle}
    </ButtonLink>
  )
}
