import { Page } from '../ui/Page.tsx'

/** Stands in until the page is built. */
export default function TrashPage() {
  return (
    <Page title="TrashPage">
      <h1 className="h1">TrashPage</h1>
    </Page>
  )
}
