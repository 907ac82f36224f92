import { Page } from '../ui/Page.tsx'

/** Stands in until the page is built. */
export default function FavouritesPage() {
  return (
    <Page title="FavouritesPage">
      <h1 className="h1">FavouritesPage</h1>
    </Page>
  )
}
