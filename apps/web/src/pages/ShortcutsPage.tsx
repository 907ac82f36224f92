import { shellTexts } from '@nestmark/texts/shell'
import { Page } from '../ui/Page.tsx'

/** Says how the list of shortcuts opens. */
export default function ShortcutsPage() {
  return (
    <Page title={shellTexts.shortcutsPage}>
      <h1 className="h1">{shellTexts.shortcutsPage}</h1>
    </Page>
  )
}
