import { sessionTexts } from '@nestmark/texts/accounts/session'
import { singleLinkTexts as texts } from '@nestmark/texts/links/singleLink'
import type { Refusal } from '../../../lib/api/client.ts'
import { useToken } from '../../../lib/browser/token.ts'
import { ButtonLink } from '../../../ui/fields/Button.tsx'
import { EmptyState } from '../../../ui/lists/EmptyState.tsx'
import { IconLock, IconMapQuestion } from '../../../ui/icons.ts'
import { LoadError } from '../../../ui/progress/LoadError.tsx'
import { SkeletonBox, LoadingState } from '../../../ui/progress/Skeleton.tsx'
import { RequestAccess } from '../../session/RequestAccess.tsx'
import { SignInToOpen } from '../../session/SignInToOpen.tsx'

/** Returns the title of the message that replaces a link that cannot be shown. */
export function getFailureTitle(error: Refusal): string {
  if (error.status === 403 || error.status === 401) return texts.private
  return error.status === 404 || error.status === 400 ? texts.notFound : texts.failed
}

/** Shows why a link cannot be shown: not found, no access, or a failed read. */
export function SingleLinkFailure({
  id,
  error,
  onRetry,
}: {
  id: string
  error: Refusal
  onRetry: () => void
}) {
  const signedIn = useToken() !== null
  const title = getFailureTitle(error)
  if (title === texts.failed) return <LoadError level={1} title={title} error={error} onRetry={onRetry} />
  const isPrivate = title === texts.private
  return (
    <EmptyState
      level={1}
      icon={isPrivate ? IconLock : IconMapQuestion}
      title={title}
      line={isPrivate ? texts.privateLine : texts.notFoundLine}
    >
      <ButtonLink to="/dashboard">{sessionTexts.goToDashboard}</ButtonLink>
      {isPrivate && signedIn && <RequestAccess target={{ link_id: id }} />}
      {/* The visitor may have access after signing in. */}
      {!signedIn && <SignInToOpen path={`/l/${id}`} />}
    </EmptyState>
  )
}

/** The placeholder of a link's page during loading. */
export function SingleLinkSkeleton() {
  return (
    <LoadingState text={texts.looking}>
      <SkeletonBox style={{ aspectRatio: '16/9', maxWidth: 736, borderRadius: 14 }} />
      <SkeletonBox style={{ height: 30, width: 'min(560px, 90%)', marginTop: 26 }} />
      <SkeletonBox style={{ height: 14, width: 'min(300px, 60%)', marginTop: 16 }} />
    </LoadingState>
  )
}
