import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { LinkViewSwitch } from '../features/links/list/tools/LinkSort.tsx'
import { useMe } from '../features/session/data.ts'
import { isFree } from '../features/session/plan.ts'
import { UpgradeButton } from '../features/session/UpgradeLink.tsx'
import { useSuggestions } from '../features/suggestions/data.ts'
import { SuggestionList } from '../features/suggestions/SuggestionList.tsx'
import { useTab } from '../lib/browser/tab.ts'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconBulb } from '../ui/icons.ts'
import { TabbedPage } from './TabbedPage.tsx'

/** /suggestions: suggestions to the user and by the user. */
export default function SuggestionsPage() {
  const [tab, setTab] = useTab(['to_me', 'by_me'])
  const me = useMe()
  const toMe = useSuggestions('to_me', tab)
  const byMe = useSuggestions('by_me', tab)
  // Only receiving suggestions requires a paid plan. Senders see their suggestions on every plan.
  const pro = me !== undefined && isFree(me) && tab === 'to_me'
  return (
    <TabbedPage
      id="suggestions"
      title={texts.title}
      tools={!pro && <LinkViewSwitch />}
      label={texts.tabs}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'to_me', label: texts.toMe, count: toMe.total },
        { value: 'by_me', label: texts.byMe, count: byMe.total },
      ]}
    >
      {pro ? (
        <EmptyState icon={IconBulb} title={texts.pro} line={texts.proLine}>
          <UpgradeButton>{texts.upgrade}</UpgradeButton>
        </EmptyState>
      ) : (
        // The key resets the selection of the tab.
        <SuggestionList key={tab} side={tab} pages={tab === 'to_me' ? toMe : byMe} />
      )}
    </TabbedPage>
  )
}
