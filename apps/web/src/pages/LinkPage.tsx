import { Page } from '../ui/Page.tsx'

/** Stands in until the page is built. */
export default function LinkPage() {
  return (
    <Page title="LinkPage">
      <h1 className="h1">LinkPage</h1>
    </Page>
  )
}
