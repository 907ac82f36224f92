import { createConnectCode } from '@nestmark/contract/apiKeys'
import { connectPageTexts as texts } from '@nestmark/texts/extension'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../lib/router/location.ts'
import { useMe } from '../features/session/data.ts'
import { useOperationMutation } from '../lib/api/operations.ts'
import { Button, ButtonLink } from '../ui/fields/Button.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconAlertTriangle, IconApi, IconCheck } from '../ui/icons.ts'
import { Page } from '../ui/page/Page.tsx'

/** How long the code stays in the address for the extension to read, in milliseconds. */
const handoffMs = 5000

/**
 * /connect-extension: asks whether a browser extension may use the account. The extension opened this tab and reads
 * the one-time code from its address; the code is worthless without the verifier that only the extension knows.
 */
export default function ConnectExtensionPage() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const me = useMe()
  const query = new URLSearchParams(search)
  const [name, state, challenge] = ['name', 'state', 'challenge'].map(each => query.get(each)?.trim() ?? '')
  const [error, setError] = useState<string>()
  const create = useOperationMutation(createConnectCode, {
    quiet: true,
    onSuccess: ({ code }) =>
      navigate(`${pathname}#${new URLSearchParams({ code, state: state ?? '' })}`, { replace: true }),
    onError: ({ message }) => setError(message),
  })
  useEffect(() => {
    if (hash === '') return
    const timer = setTimeout(() => void navigate(pathname, { replace: true }), handoffMs)
    return () => clearTimeout(timer)
  }, [hash, pathname, navigate])

  const toDashboard = <ButtonLink to="/dashboard">{texts.toDashboard}</ButtonLink>
  return (
    <Page title={texts.title}>
      {create.isSuccess ? (
        <EmptyState level={1} icon={IconCheck} title={texts.allowed} line={texts.allowedLine}>
          {toDashboard}
        </EmptyState>
      ) : !name || !state || !challenge ? (
        <EmptyState level={1} icon={IconAlertTriangle} title={texts.incomplete} line={texts.incompleteLine}>
          {toDashboard}
        </EmptyState>
      ) : (
        <EmptyState level={1} icon={IconApi} title={texts.ask(name)} line={error ?? texts.askLine(me?.email)}>
          <ButtonLink variant="ghost" to="/dashboard">
            {texts.cancel}
          </ButtonLink>
          <Button
            variant="primary"
            disabled={create.isPending}
            onClick={() => create.mutate({ name, state, challenge })}
          >
            {texts.connect}
          </Button>
        </EmptyState>
      )}
    </Page>
  )
}
