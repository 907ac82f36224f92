import { accountsTexts } from '@nestmark/texts/accounts'
import { useEffect, useState } from 'react'
import { mailToken, pageAddress } from './addresses.ts'
import { accounts } from './calls.ts'
import css from './forms.module.css'
import { Sheet } from './Sheet.tsx'

const { verify: texts, loading } = accountsTexts

/** Confirms an address with the link that came by mail. It signs nobody in: a link is easily sent to somebody else. */
export function VerifyPage() {
  const [failed, setFailed] = useState(mailToken === '')
  useEffect(() => {
    if (mailToken === '') return
    accounts.confirm(mailToken).then(
      () => location.replace(pageAddress('login', 'verified')),
      () => setFailed(true),
    )
  }, [])
  if (!failed)
    return (
      <Sheet title={texts.title}>
        <p role="status" className={css.waiting}>
          {loading}
        </p>
      </Sheet>
    )
  return (
    <Sheet
      title={texts.failedTitle}
      line={texts.failedLine}
      below={
        <a className={css.link} href={pageAddress('login')}>
          {texts.toLogin}
        </a>
      }
    />
  )
}
