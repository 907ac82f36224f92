import { readerTexts as texts } from '@nestmark/texts/reader'
import { singleLinkTexts } from '@nestmark/texts/singleLink'
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useCopies } from '../features/copies/data.ts'
import { useLink } from '../features/links/detail/singleLinkData.ts'
import { getFailureTitle, SingleLinkFailure } from '../features/links/detail/SingleLinkStates.tsx'
import { formatTitle } from '../features/links/linkDisplay.ts'
import { cleanId } from '../lib/addresses.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconLock } from '../ui/icons.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { Page } from '../ui/Page.tsx'
import { PageLoading } from '../ui/PageLoading.tsx'
import { useRecordLinkVisit } from './useRecordVisit.ts'

const ReaderView = lazy(() => import('../features/copies/ReaderView.tsx'))

/** /l/{id}/read: the article of the copy of a page, over the whole window. */
export default function ReaderPage() {
  const id = cleanId(useParams().id)
  const navigate = useNavigate()
  const { state } = useLocation()
  const { link, error, retry } = useLink(id)
  const copies = useCopies(id)
  useRecordLinkVisit(id, link, error)
  usePageTitle(link ? formatTitle(link) : singleLinkTexts.looking)
  if (error)
    return (
      <Page title={getFailureTitle(error)}>
        <SingleLinkFailure id={id} error={error} onRetry={retry} />
      </Page>
    )
  if (!link) return <PageLoading />
  if (copies.error && !copies.data)
    return (
      <Page title={formatTitle(link)}>
        {copies.error.code === 'copies.membersOnly' ? (
          <EmptyState level={1} icon={IconLock} title={texts.membersOnly} line={texts.membersOnlyLine}>
            <ButtonLink to={`/l/${id}`}>{texts.showLink}</ButtonLink>
          </EmptyState>
        ) : (
          <LoadError
            level={1}
            title={texts.failed}
            error={copies.error}
            onRetry={() => void copies.refetch()}
          />
        )}
      </Page>
    )
  if (!copies.data) return <PageLoading />
  const close = () => {
    // Back to where it was opened; to the link for a reader that was opened by its address.
    if ((state as { isInside?: boolean } | null)?.isInside) void navigate(-1)
    else void navigate(`/l/${id}`, { replace: true })
  }
  return (
    <Suspense fallback={<PageLoading />}>
      <ReaderView key={id} link={link} copies={copies.data} onClose={close} />
    </Suspense>
  )
}
