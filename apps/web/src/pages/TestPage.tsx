import { shellTexts } from '@nestmark/texts/shell'
import { Page } from '../ui/page/Page.tsx'

/** A greeting that shows that the page is served. */
export default function TestPage() {
  return (
    <Page title={undefined}>
      <h1 className="h1">{shellTexts.testGreeting}</h1>
    </Page>
  )
}
