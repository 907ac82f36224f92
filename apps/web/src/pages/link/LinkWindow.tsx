import type { Link } from '@nestmark/contract/shapes'
import { singleLinkTexts as texts } from '@nestmark/texts/links/singleLink'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from '../../lib/router/location.ts'
import { usePageTitle } from '../../lib/pageTitle.ts'
import { Page } from '../../ui/page/Page.tsx'
import { PageLoading } from '../../ui/progress/PageLoading.tsx'
import { formatTitle } from '../../features/links/linkDisplay.ts'
import { useLink } from '../../features/links/detail/singleLinkData.ts'
import { getFailureTitle, SingleLinkFailure } from '../../features/links/detail/SingleLinkStates.tsx'
import { useRecordLinkVisit } from './useRecordVisit.ts'

/** The link of a page that fills the window, or its loading or error state. */
export function LinkWindow({
  id,
  children,
}: {
  id: string
  children: (link: Link, close: () => void) => ReactNode
}) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { link, error, retry } = useLink(id)
  useRecordLinkVisit(id, link, error)
  usePageTitle(link ? formatTitle(link) : texts.looking)
  if (error && !link)
    return (
      <Page title={getFailureTitle(error)}>
        <SingleLinkFailure id={id} error={error} onRetry={retry} />
      </Page>
    )
  if (!link) return <PageLoading />
  const close = () => {
    // Returns to the previous page; to the link for a page that was opened by its address.
    if ((state as { isInside?: boolean } | null)?.isInside) void navigate(-1)
    else void navigate(`/l/${id}`, { replace: true })
  }
  return children(link, close)
}
