import { readerTexts as texts } from '@nestmark/texts/reader'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { useCopies } from '../features/copies/data.ts'
import { formatTitle } from '../features/links/linkDisplay.ts'
import { cleanId } from '../lib/addresses.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconLock } from '../ui/icons.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { Page } from '../ui/Page.tsx'
import { PageLoading } from '../ui/PageLoading.tsx'
import { LinkWindow } from './LinkWindow.tsx'

const ReaderView = lazy(() => import('../features/copies/ReaderView.tsx'))

/** /l/{id}/read: the article of the copy of a page, over the whole window. */
export default function ReaderPage() {
  const id = cleanId(useParams().id)
  // Read beside the link.
  const copies = useCopies(id)
  return (
    <LinkWindow id={id}>
      {(link, close) => {
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
        return (
          <Suspense fallback={<PageLoading />}>
            <ReaderView key={id} link={link} copies={copies.data} onClose={close} />
          </Suspense>
        )
      }}
    </LinkWindow>
  )
}
