import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { uiTexts } from '@nestmark/texts/ui'
import { useLocation, useNavigate } from '../lib/router/location.ts'
import { useHighlightPages } from '../features/highlights/data.ts'
import { HighlightChips } from '../features/highlights/HighlightChips.tsx'
import { HighlightHead } from '../features/highlights/list/HighlightHead.tsx'
import { HighlightList } from '../features/highlights/list/HighlightList.tsx'
import {
  type HighlightChoice,
  type HighlightQuery,
  highlightsPath,
  isNarrowed,
  readHighlightQuery,
  toHighlightsPath,
} from '../features/highlights/list/highlightQuery.ts'
import { openOverlay } from '../lib/overlays/overlay.ts'
import { Button, ButtonLink } from '../ui/fields/Button.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconFileImport, IconHighlight, IconSearch } from '../ui/icons.ts'
import { Page } from '../ui/page/Page.tsx'

/** Where the settings have the extension and its key. */
const extensionPath = '/settings?tab=keys'

/** /highlights: what a person has highlighted on pages, by page, with search, comments, colours, import and export. */
export default function HighlightsPage() {
  const { query, search, clear, choose } = useHighlightQuery()
  const pages = useHighlightPages(query)
  const none = pages.total === 0 && !isNarrowed(query)
  const empty = none ? (
    <EmptyState icon={IconHighlight} title={texts.none} line={texts.noneLine}>
      <ButtonLink to={extensionPath}>{texts.getExtension}</ButtonLink>
      <Button variant="ghost" icon={IconFileImport} onClick={() => openOverlay('importHighlights', {})}>
        {texts.import}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState icon={IconSearch} title={texts.none}>
      <Button onClick={clear}>{query.input === '' ? texts.clearFilter : uiTexts.clearSearch}</Button>
    </EmptyState>
  )
  return (
    <Page title={texts.title}>
      <HighlightHead query={query} pages={pages} onSearch={search} onClear={clear} />
      {query.input === '' && !none && <HighlightChips query={query} onChoose={choose} />}
      <HighlightList query={query} pages={pages} empty={empty} />
    </Page>
  )
}

/** The state of a history entry with a search that was started from a list. */
interface SearchState {
  hasList?: boolean
}

/** Returns the query in the address and the functions that change it. Clearing a search returns to its list and its place. */
function useHighlightQuery() {
  const { search: parameters, state } = useLocation()
  const navigate = useNavigate()
  const query = readHighlightQuery(parameters)
  const hasList = (state as SearchState | null)?.hasList === true
  return {
    query,
    search: (input: string, type: 1 | 2) => {
      const next: HighlightQuery = { input, type, hasComment: false }
      // Back returns to the list, and not to each of several searches.
      const isFirst = query.input === ''
      void navigate(toHighlightsPath(next), { replace: !isFirst, state: { hasList: isFirst || hasList } })
    },
    clear: () => void (hasList ? navigate(-1) : navigate(highlightsPath, { replace: true })),
    choose: ({ style, hasComment, order }: HighlightChoice) =>
      void navigate(
        toHighlightsPath({
          input: '',
          type: query.type,
          hasComment,
          ...(style && { style }),
          ...(order && { order }),
        }),
        { replace: true },
      ),
  }
}
