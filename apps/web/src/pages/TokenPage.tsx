import { sessionTexts as texts } from '@nestmark/texts/accounts/session'
import { useEffect, useState } from 'react'
import { useNavigate } from '../lib/router/location.ts'
import { type CallbackResult, handleCallback, goToSignIn } from '../features/session/signIn.ts'
import { formatError } from '../lib/api/client.ts'
import { callback } from '../lib/callback.ts'
import { token } from '../lib/browser/token.ts'
import { Button, ButtonLink } from '../ui/fields/Button.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconAlertTriangle, IconUsers } from '../ui/icons.ts'
import { Page } from '../ui/page/Page.tsx'
import { PageLoading } from '../ui/progress/PageLoading.tsx'

// A code works once, but an effect may run twice, so the promise is stored here.
let arrival: Promise<CallbackResult> | undefined

/** /token: the page to which the sign-in site returns users. */
export default function TokenPage() {
  const navigate = useNavigate()
  const [result, setResult] = useState<CallbackResult>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (!callback) {
      void navigate('/dashboard', { replace: true })
      return
    }
    arrival ??= handleCallback(callback)
    arrival.then(
      answer =>
        answer.kind === 'signedIn' ? void navigate(answer.back, { replace: true }) : setResult(answer),
      (error: unknown) => setFailure(formatError(error)),
    )
  }, [navigate])

  if (failure || result?.kind === 'invalid')
    return (
      <Page title={texts.logIn}>
        <EmptyState
          level={1}
          icon={IconAlertTriangle}
          title={failure ? texts.failed : texts.notStarted}
          line={failure ?? texts.notStartedLine}
        >
          {token.get() !== null && <ButtonLink to="/dashboard">{texts.goToDashboard}</ButtonLink>}
          <Button variant="primary" onClick={() => void goToSignIn('login')}>
            {texts.logIn}
          </Button>
        </EmptyState>
      </Page>
    )
  if (result?.kind === 'confirm') {
    const accept = () =>
      result.accept().then(
        back => navigate(back, { replace: true }),
        (error: unknown) => setFailure(formatError(error)),
      )
    return (
      <Page title={texts.continueAs(result.name)}>
        <EmptyState
          level={1}
          icon={IconUsers}
          title={texts.continueAs(result.name)}
          line={result.currentName ? texts.replacesLine(result.currentName) : texts.continueLine}
        >
          <Button
            onClick={() => (token.get() ? navigate('/dashboard', { replace: true }) : goToSignIn('login'))}
          >
            {texts.notMe}
          </Button>
          <Button variant="primary" onClick={() => void accept()}>
            {texts.continue}
          </Button>
        </EmptyState>
      </Page>
    )
  }
  return <PageLoading text={texts.signingIn} />
}
