import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { sessionTexts } from '@nestmark/texts/session'
import { useEffect, useEffectEvent } from 'react'
import { useParams } from 'react-router'
import { CollectionInTrash } from '../features/collections/CollectionInTrash.tsx'
import { prefetchCollections, useCollection } from '../features/collections/data.ts'
import { useFolderSort } from '../features/collections/manualOrder.ts'
import { prefetchLinks } from '../features/links/data.ts'
import { useListQuery } from '../features/links/listQuery.ts'
import { goToSignIn } from '../features/session/signIn.ts'
import { cleanId } from '../lib/addresses.ts'
import { isInaccessible } from '../lib/api/client.ts'
import { useToken } from '../lib/token.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconLock, IconMapQuestion } from '../ui/icons.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { Page } from '../ui/Page.tsx'
import { SkeletonBox, LoadingState } from '../ui/Skeleton.tsx'
import { CollectionInside } from './CollectionInside.tsx'

/** /c/{id}: one collection, for its owner and for whoever may see it. */
export default function CollectionPage() {
  const id = cleanId(useParams().id)
  const signedIn = useToken() !== null
  const { data, error, refetch } = useCollection(id)
  const { query } = useListQuery()
  const [sort] = useFolderSort()
  const readAhead = useEffectEvent((folder: string) => {
    prefetchCollections(folder, sort)
    prefetchLinks(folder, query)
  })
  // What lies in it is asked for together with it, not one answer later.
  const begins = signedIn && data === undefined
  useEffect(() => {
    if (begins) readAhead(id)
  }, [begins, id])
  // Whoever is no longer let in is told so, in place of what they were shown before.
  const closed = isInaccessible(error)
  if (data?.folder.is_trash && !closed)
    return (
      <Page title={texts.inTrash}>
        <CollectionInTrash folder={data.folder} />
      </Page>
    )
  // A new collection is a new page: its search, selection and scroll begin afresh.
  if (data && !closed) return <CollectionInside key={id} folder={data.folder} breadcrumb={data.breadcrumb} />
  if (!error)
    return (
      <Page title={texts.looking}>
        <LoadingState text={texts.looking}>
          <SkeletonBox style={{ height: 30, width: 280, marginBottom: 24 }} />
          <SkeletonBox style={{ height: 54, borderRadius: 10 }} />
        </LoadingState>
      </Page>
    )
  // It may be theirs, or shared with them.
  if (error.status === 401 || (!signedIn && (error.status === 403 || error.status === 404)))
    return (
      <Page title={texts.private}>
        <EmptyState level={1} icon={IconLock} title={texts.private} line={texts.privateLine}>
          <Button onClick={() => void goToSignIn('login', `/c/${id}`)}>{sessionTexts.logIn}</Button>
        </EmptyState>
      </Page>
    )
  if (error.status === 403)
    return (
      <Page title={texts.private}>
        <EmptyState level={1} icon={IconLock} title={texts.private} line={texts.privateLine}>
          <ButtonLink to="/dashboard">{sessionTexts.goToDashboard}</ButtonLink>
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
