import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { sessionTexts } from '@nestmark/texts/accounts/session'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useParams } from '../../lib/router/routes.tsx'
import { prefetchCollections, useCollection } from '../../features/collections/data.ts'
import { useFolderSort } from '../../features/collections/manualOrder.ts'
import { prefetchLinks } from '../../features/links/data.ts'
import { useListQuery } from '../../features/links/listQuery.ts'
import { RequestAccess } from '../../features/session/RequestAccess.tsx'
import { SignInToOpen } from '../../features/session/SignInToOpen.tsx'
import { cleanId } from '../../lib/addresses.ts'
import { isInaccessible } from '../../lib/api/client.ts'
import { lazyPart } from '../../lib/lazy.ts'
import { useToken } from '../../lib/browser/token.ts'
import { ButtonLink } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconLock, IconMapQuestion } from '../../ui/icons.ts'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { SkeletonBox, LoadingState } from '../../ui/progress/Skeleton.tsx'
import { CollectionContent } from './CollectionContent.tsx'
import { useRecordCollectionVisit } from '../link/useRecordVisit.ts'

/** Most people who sign in open their own collections. */
const PublicCollection = lazyPart(() => import('./PublicCollection.tsx'))
/** Loaded separately, because few collections that are opened are in the trash. */
const TrashedContent = lazy(() => import('../TrashedContent.tsx'))

/** /c/{id}: a collection, for its owner and all users who may see it. */
export default function CollectionPage() {
  const id = cleanId(useParams().id)
  const signedIn = useToken() !== null
  const { data, error, refetch } = useCollection(id)
  useRecordCollectionVisit(id, data?.folder, error)
  const { query } = useListQuery()
  const [sort] = useFolderSort()
  const prefetch = useEffectEvent((folder: string) => {
    prefetchCollections(folder, sort)
    // Whether the collection is encrypted is not known yet, and the words of its filter are not sent.
    if (query.input === '') prefetchLinks(folder, query)
  })
  // Prefetches the content together with the collection, so that it does not wait for its answer.
  const isInitialLoad = signedIn && data === undefined
  useEffect(() => {
    if (isInitialLoad) prefetch(id)
  }, [isInitialLoad, id])
  useEffect(() => {
    // Together with the collection. The error is shown when it is rendered.
    if (!signedIn) PublicCollection.preload().catch(() => undefined)
  }, [signedIn])
  // A user without access any more must not see cached data.
  const isClosed = isInaccessible(error)
  if (data?.folder.is_trash && !isClosed)
    return (
      <Suspense fallback={<Page title={texts.inTrash}>{null}</Page>}>
        <TrashedContent key={id} folder={data.folder} breadcrumb={data.breadcrumb} />
      </Suspense>
    )
  // The key resets search, selection and scroll position for another collection.
  if (data?.folder.role === 'public' && !isClosed)
    return (
      <PublicCollection key={id} folder={data.folder} breadcrumb={data.breadcrumb} summary={data.summary} />
    )
  if (data && !isClosed)
    return <CollectionContent key={id} folder={data.folder} breadcrumb={data.breadcrumb} />
  if (!error)
    return (
      <Page title={texts.looking}>
        <LoadingState text={texts.looking}>
          <SkeletonBox style={{ height: 30, width: 280, marginBottom: 24 }} />
          <SkeletonBox style={{ height: 54, borderRadius: 10 }} />
        </LoadingState>
      </Page>
    )
  // The visitor may own it, or be a member.
  const mayOpen = error.status === 401 || (!signedIn && (error.status === 403 || error.status === 404))
  if (mayOpen || error.status === 403)
    return (
      <Page title={texts.private}>
        <EmptyState level={1} icon={IconLock} title={texts.private} line={texts.privateLine}>
          {mayOpen && <SignInToOpen path={`/c/${id}`} />}
          {!mayOpen && <ButtonLink to="/dashboard">{sessionTexts.goToDashboard}</ButtonLink>}
          {!mayOpen && <RequestAccess target={{ folder_id: id }} />}
        </EmptyState>
      </Page>
    )
  if (error.status === 404 || error.status === 400)
    return (
      <Page title={texts.notFound}>
        <EmptyState level={1} icon={IconMapQuestion} title={texts.notFound} line={texts.notFoundLine}>
          <ButtonLink to="/dashboard">{sessionTexts.goToDashboard}</ButtonLink>
        </EmptyState>
      </Page>
    )
  return (
    <Page title={texts.failed}>
      <LoadError level={1} title={texts.failed} error={error} onRetry={() => void refetch()} />
    </Page>
  )
}
