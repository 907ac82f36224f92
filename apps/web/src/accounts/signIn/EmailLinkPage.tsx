import { confirmEmail } from '@nestmark/contract/auth/authProfile'
import { verifyEmail } from '@nestmark/contract/auth/authSignIn'
import { useEffect, useEffectEvent, useState } from 'react'
import { emailToken, pageAddress } from '../addresses.ts'
import { callAuth, AccountsError } from '../calls.ts'
import { TextLink } from '../fields.tsx'
import { toErrorMessage } from '../validation.ts'
import { LoadingSheet, Sheet } from '../Sheet.tsx'
import { accountsTexts } from '../texts.ts'

interface Failure {
  title: string
  line: string
}

/**
 * Uses the token of an emailed link and redirects to the login. It does not sign in, because users easily
 * forward such links.
 */
function EmailLinkPage({
  title,
  consume,
  successAddress,
  describeFailure,
  failureLink,
}: {
  /** The title while the call is running. */
  title: string
  consume: (token: string) => Promise<unknown>
  /** The redirect address after success. */
  successAddress: string
  /** Returns the failure message; without an error the address has no token. */
  describeFailure: (error?: unknown) => Failure
  /** The link of the failure message. */
  failureLink: { to: string; label: string }
}) {
  const [failure, setFailure] = useState(emailToken === '' ? describeFailure() : null)
  // A link works once, so it is used once even if the effect runs twice.
  const consumeOnce = useEffectEvent(() =>
    consume(emailToken).then(
      () => location.replace(successAddress),
      (error: unknown) => setFailure(describeFailure(error)),
    ),
  )
  useEffect(() => {
    if (emailToken !== '') void consumeOnce()
  }, [])
  if (!failure) return <LoadingSheet title={title} />
  return (
    <Sheet
      title={failure.title}
      description={failure.line}
      footer={<TextLink href={failureLink.to}>{failureLink.label}</TextLink>}
    />
  )
}

const { verify, confirm } = accountsTexts

/** Confirms the email address of a new account. */
export function VerifyPage() {
  return (
    <EmailLinkPage
      title={verify.title}
      consume={token => callAuth(verifyEmail, { token })}
      successAddress={pageAddress('login', 'verified')}
      describeFailure={() => ({ title: verify.failedTitle, line: verify.failedLine })}
      failureLink={{ to: pageAddress('login'), label: verify.toLogin }}
    />
  )
}

function describeConfirmFailure(error?: unknown): Failure {
  const code = error instanceof AccountsError ? error.code : ''
  if (error === undefined || code === 'INVALID_TOKEN')
    return { title: verify.failedTitle, line: confirm.failedLine }
  if (code === 'EMAIL_TAKEN') return { title: confirm.takenTitle, line: confirm.takenLine }
  return { title: confirm.title, line: toErrorMessage(error).message }
}

/** Changes the email address of an account with the link sent to the new address. */
export function ConfirmEmailPage() {
  return (
    <EmailLinkPage
      title={confirm.title}
      consume={token => callAuth(confirmEmail, { token })}
      successAddress={pageAddress('login', 'moved')}
      describeFailure={describeConfirmFailure}
      failureLink={{ to: pageAddress('profile'), label: confirm.toProfile }}
    />
  )
}
