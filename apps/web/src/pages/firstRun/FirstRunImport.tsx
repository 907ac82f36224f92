import { firstRunTexts as texts } from '@nestmark/texts/firstRun'
import { stopImport } from '../../features/importExport/data.ts'
import { type ActiveImport, ImportProgress } from '../../features/importExport/ImportProgress.tsx'
import { Button } from '../../ui/fields/Button.tsx'

/** The progress of an import in the first steps, with the button that stops it. */
export default function FirstRunImport({ state }: { state: ActiveImport }) {
  return (
    <>
      <ImportProgress state={state} />
      <Button size="sm" variant="ghost" onClick={() => void stopImport()}>
        {texts.cancel}
      </Button>
    </>
  )
}
