import { readerTexts as texts } from '@nestmark/texts/reading/reader'
import { lazy, Suspense, useEffect } from 'react'
import { useParams } from '../../lib/router/routes.tsx'
import { useCopies } from '../../features/links/detail/linkCopies.ts'
import { deleteStoredArticles } from '../../features/copies/offline/storedArticles.ts'
import { NotHere } from '../../features/copies/reader/ReaderMessage.tsx'
import { formatTitle } from '../../features/links/linkDisplay.ts'
import { cleanId } from '../../lib/addresses.ts'
import { isInaccessible, isUnreachable } from '../../lib/api/client.ts'
import { ButtonLink } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconLock } from '../../ui/icons.ts'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { PageLoading } from '../../ui/progress/PageLoading.tsx'
import { LinkWindow } from './LinkWindow.tsx'

const ReaderView = lazy(() => import('./HighlightedReader.tsx'))

/** /l/{id}/read: the article of the copy of a page, over the entire window. */
export default function ReaderPage() {
  const id = cleanId(useParams().id)
  // Read next to the link.
  const { data: copies, error, refetch } = useCopies(id)
  const isMissing = isInaccessible(error)
  useEffect(() => {
    if (isMissing) void deleteStoredArticles(id).catch(() => undefined)
  }, [id, isMissing])
  return (
    <LinkWindow id={id}>
      {(link, close) => {
        if (error && !copies)
          return (
            <Page title={formatTitle(link)}>
              {error.code === 'copies.membersOnly' ? (
                <EmptyState level={1} icon={IconLock} title={texts.membersOnly} line={texts.membersOnlyLine}>
                  <ButtonLink to={`/l/${id}`}>{texts.showLink}</ButtonLink>
                </EmptyState>
              ) : isUnreachable(error) ? (
                <NotHere onRetry={() => void refetch()} />
              ) : (
                <LoadError level={1} title={texts.failed} error={error} onRetry={() => void refetch()} />
              )}
            </Page>
          )
        if (!copies) return <PageLoading />
        return (
          <Suspense fallback={<PageLoading />}>
            <ReaderView key={id} link={link} copies={copies} onRetry={() => void refetch()} onClose={close} />
          </Suspense>
        )
      }}
    </LinkWindow>
  )
}
