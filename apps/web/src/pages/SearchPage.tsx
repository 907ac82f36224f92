import { Page } from '../ui/Page.tsx'

/** Stands in until the page is built. */
export default function SearchPage() {
  return (
    <Page title="SearchPage">
      <h1 className="h1">SearchPage</h1>
    </Page>
  )
}
