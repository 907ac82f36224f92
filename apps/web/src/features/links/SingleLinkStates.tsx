import { sessionTexts } from '@nestmark/texts/session'
import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { uiTexts } from '@nestmark/texts/ui'
import type { Refusal } from '../../lib/api/client.ts'
import { useToken } from '../../lib/token.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconLock, IconMapQuestion, IconRefresh, IconWifiOff } from '../../ui/icons.ts'
import { Bone, Waiting } from '../../ui/Skeleton.tsx'
import { goToSignIn } from '../session/signIn.ts'

/** The title of what stands in place of a link that cannot be shown. */
export function failureTitle(error: Refusal): string {
  if (error.status === 403 || error.status === 401) return texts.private
  return error.status === 404 || error.status === 400 ? texts.notFound : texts.failed
}

/** No such link, not for this person, or not readable at the moment. */
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
  const title = failureTitle(error)
  if (title === texts.failed)
    return (
      <EmptyState level={1} icon={IconWifiOff} title={title} line={error.message}>
        <Button icon={IconRefresh} onClick={onRetry}>
          {uiTexts.retry}
        </Button>
      </EmptyState>
    )
  const isPrivate = title === texts.private
  return (
    <EmptyState
      level={1}
      icon={isPrivate ? IconLock : IconMapQuestion}
      title={title}
      line={isPrivate ? texts.privateLine : texts.notFoundLine}
    >
      <ButtonLink to="/dashboard">{sessionTexts.goToDashboard}</ButtonLink>
      {/* It may be theirs. */}
      {!signedIn && (
        <Button variant="primary" onClick={() => void goToSignIn('login', `/l/${id}`)}>
          {sessionTexts.logIn}
        </Button>
      )}
    </EmptyState>
  )
}

/** The shape of the page while it is on its way. */
export function SingleLinkWaiting() {
  return (
    <Waiting text={texts.looking}>
      <Bone style={{ aspectRatio: '16/9', maxWidth: 736, borderRadius: 14 }} />
      <Bone style={{ height: 30, width: 'min(560px, 90%)', marginTop: 26 }} />
      <Bone style={{ height: 14, width: 'min(300px, 60%)', marginTop: 16 }} />
    </Waiting>
  )
}
