import { savedSearchTexts as texts } from '@nestmark/texts/search/savedSearches'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import type { Search } from '../searchUrl.ts'
import { toSearchPath } from '../searchUrl.ts'
import { toSavedPath, useSavedSearches } from './data.ts'

/** Saves the search of the page under a name; renders nothing for one that is saved. */
export function SaveSearchButton({ search }: { search: Search }) {
  const path = toSearchPath({ ...search, q: search.q.trim() })
  const isSaved = useSavedSearches().some(each => toSavedPath(each) === path)
  if (isSaved) return null
  const { q, type, category, order } = search
  const asked = { input: q.trim(), type, ...(category && { category }), ...(order && { order }) }
  return (
    <Button size="sm" variant="ghost" onClick={() => openOverlay('saveSearch', { search: asked })}>
      {texts.save}
    </Button>
  )
}
