import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { lazy, Suspense } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { formatTitle } from '../features/links/linkDisplay.ts'
import { useLink } from '../features/links/detail/singleLinkData.ts'
import { getFailureTitle, SingleLinkFailure } from '../features/links/detail/SingleLinkStates.tsx'
import { cleanId } from '../lib/addresses.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { toPlayable } from '../lib/playable.ts'
import { Page } from '../ui/Page.tsx'
import { PageLoading } from '../ui/PageLoading.tsx'
import { useRecordLinkVisit } from './useRecordVisit.ts'

const PdfView = lazy(() => import('../features/files/pdf/PdfView.tsx'))

/** /l/{id}/pdf: the PDF file of a link over the whole window. */
export default function PdfPage() {
  const id = cleanId(useParams().id)
  const navigate = useNavigate()
  const { state } = useLocation()
  const { link, error, retry } = useLink(id)
  useRecordLinkVisit(id, link, error)
  usePageTitle(link ? formatTitle(link) : texts.looking)
  if (error)
    return (
      <Page title={getFailureTitle(error)}>
        <SingleLinkFailure id={id} error={error} onRetry={retry} />
      </Page>
    )
  if (!link) return <PageLoading />
  if (toPlayable(link)?.kind !== 'document') return <Navigate to={`/l/${id}`} replace />
  const close = () => {
    // Back to where it was opened; to the link for a page that was opened by its address.
    if ((state as { isInside?: boolean } | null)?.isInside) void navigate(-1)
    else void navigate(`/l/${id}`, { replace: true })
  }
  return (
    <Suspense fallback={<PageLoading />}>
      <PdfView link={link} onClose={close} />
    </Suspense>
  )
}
