import { accountsTexts } from '@nestmark/texts/accounts'
import { useEffect, useState } from 'react'
import { mailToken, pageAddress } from './addresses.ts'
import { accounts, AccountsError } from './calls.ts'
import css from './forms.module.css'
import { explain } from './sentences.ts'
import { Sheet } from './Sheet.tsx'

const { confirm: texts, verify, loading } = accountsTexts

/** Changes the address of an account with the link that came to the new one. It signs nobody in. */
export function ConfirmEmailPage() {
  const [failure, setFailure] = useState<{ title: string; line: string } | null>(
    mailToken === '' ? { title: verify.failedTitle, line: texts.failedLine } : null,
  )
  useEffect(() => {
    if (mailToken === '') return
    accounts.confirmNewAddress(mailToken).then(
      () => location.replace(pageAddress('login', 'moved')),
      (error: unknown) => {
        const code = error instanceof AccountsError ? error.code : ''
        if (code === 'INVALID_TOKEN') setFailure({ title: verify.failedTitle, line: texts.failedLine })
        else if (code === 'EMAIL_TAKEN') setFailure({ title: texts.takenTitle, line: texts.takenLine })
        else setFailure({ title: texts.title, line: explain(error).sentence })
      },
    )
  }, [])
  if (!failure)
    return (
      <Sheet title={texts.title}>
        <p role="status" className={css.waiting}>
          {loading}
        </p>
      </Sheet>
    )
  return (
    <Sheet
      title={failure.title}
      line={failure.line}
      below={
        <a className={css.link} href={pageAddress('profile')}>
          {texts.toProfile}
        </a>
      }
    />
  )
}
