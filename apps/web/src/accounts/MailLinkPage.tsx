import { accountsTexts } from '@nestmark/texts/accounts'
import { useEffect, useEffectEvent, useState } from 'react'
import { mailToken, pageAddress } from './addresses.ts'
import { accounts, AccountsError } from './calls.ts'
import css from './forms.module.css'
import { explain } from './sentences.ts'
import { Sheet } from './Sheet.tsx'

interface Failure {
  title: string
  line: string
}

/** Uses up the link of a letter and goes on to the login. It signs nobody in: a link is easily sent to somebody else. */
function MailLinkPage({
  title,
  use,
  then,
  failed,
  way,
}: {
  /** While it goes on. */
  title: string
  use: (token: string) => Promise<unknown>
  /** Where the login is told what has happened. */
  then: string
  /** What is said when it did not work; without an error the address has no token. */
  failed: (error?: unknown) => Failure
  /** What one can do then. */
  way: { to: string; label: string }
}) {
  const [failure, setFailure] = useState(mailToken === '' ? failed() : null)
  // A link works once, so it is used once, whatever is drawn again.
  const open = useEffectEvent(() =>
    use(mailToken).then(
      () => location.replace(then),
      (error: unknown) => setFailure(failed(error)),
    ),
  )
  useEffect(() => {
    if (mailToken !== '') void open()
  }, [])
  if (!failure)
    return (
      <Sheet title={title}>
        <p role="status" className={css.waiting}>
          {accountsTexts.loading}
        </p>
      </Sheet>
    )
  return (
    <Sheet
      title={failure.title}
      line={failure.line}
      below={
        <a className={css.link} href={way.to}>
          {way.label}
        </a>
      }
    />
  )
}

const { verify, confirm } = accountsTexts

/** Confirms the address of a new account. */
export function VerifyPage() {
  return (
    <MailLinkPage
      title={verify.title}
      use={accounts.confirm}
      then={pageAddress('login', 'verified')}
      failed={() => ({ title: verify.failedTitle, line: verify.failedLine })}
      way={{ to: pageAddress('login'), label: verify.toLogin }}
    />
  )
}

function notConfirmed(error?: unknown): Failure {
  const code = error instanceof AccountsError ? error.code : ''
  if (error === undefined || code === 'INVALID_TOKEN')
    return { title: verify.failedTitle, line: confirm.failedLine }
  if (code === 'EMAIL_TAKEN') return { title: confirm.takenTitle, line: confirm.takenLine }
  return { title: confirm.title, line: explain(error).sentence }
}

/** Changes the address of an account, with the link that came to the new one. */
export function ConfirmEmailPage() {
  return (
    <MailLinkPage
      title={confirm.title}
      use={accounts.confirmNewAddress}
      then={pageAddress('login', 'moved')}
      failed={notConfirmed}
      way={{ to: pageAddress('profile'), label: confirm.toProfile }}
    />
  )
}
