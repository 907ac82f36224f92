import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { useNavigate, useParams } from 'react-router'
import { formatTitle } from '../features/links/linkDisplay.ts'
import { SingleLink } from '../features/links/detail/SingleLink.tsx'
import { useLink } from '../features/links/detail/singleLinkData.ts'
import {
  getFailureTitle,
  SingleLinkFailure,
  SingleLinkSkeleton,
} from '../features/links/detail/SingleLinkStates.tsx'
import { cleanId } from '../lib/addresses.ts'
import { Page } from '../ui/Page.tsx'
import { useRecordLinkVisit } from './useRecordVisit.ts'

/** /l/{id}: a link as a full page. */
export default function LinkPage() {
  const id = cleanId(useParams().id)
  const navigate = useNavigate()
  const { link, error, retry } = useLink(id)
  useRecordLinkVisit(id, link, error)
  if (link)
    return (
      <Page title={formatTitle(link)}>
        <SingleLink link={link} onTrashed={() => void navigate(`/c/${link.parent}`)} />
      </Page>
    )
  return (
    <Page title={error ? getFailureTitle(error) : texts.looking}>
      {error ? <SingleLinkFailure id={id} error={error} onRetry={retry} /> : <SingleLinkSkeleton />}
    </Page>
  )
}
