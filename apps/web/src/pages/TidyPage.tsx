import { tidyTexts as texts } from '@nestmark/texts/tidy'
import { useSearchParams } from '../lib/router/location.ts'
import { useMe } from '../features/session/data.ts'
import { isFree } from '../features/session/plan.ts'
import { TidyList } from '../features/tidy/TidyList.tsx'
import { TidyOverview } from '../features/tidy/TidyOverview.tsx'
import { Page } from '../ui/page/Page.tsx'
import { LoadingRows } from '../ui/progress/Skeleton.tsx'

/** /tidy: what can be tidied, by group; with `group` all links without tags, or all that are forgotten. */
export default function TidyPage() {
  const [parameters] = useSearchParams()
  const me = useMe()
  const inAddress = parameters.get('group')
  const group = inAddress === 'untagged' || inAddress === 'forgotten' ? inAddress : undefined
  return (
    <Page title={group ? texts.groups[group].title : texts.title}>
      {group ? (
        <TidyList key={group} group={group} />
      ) : me ? (
        <TidyOverview isPro={!isFree(me)} />
      ) : (
        <LoadingRows text={texts.looking} />
      )}
    </Page>
  )
}
