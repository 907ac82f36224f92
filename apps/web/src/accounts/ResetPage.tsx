import { accountsTexts } from '@nestmark/texts/accounts'
import { useEffect, useState } from 'react'
import { mailToken, pageAddress } from './addresses.ts'
import { accounts, AccountsError } from './calls.ts'
import { PasswordField, Submit, TickField } from './fields.tsx'
import css from './forms.module.css'
import { checks } from './sentences.ts'
import { Sheet } from './Sheet.tsx'
import { useForm } from './useForm.ts'

const { reset: texts, fields } = accountsTexts

/** Chooses a new password with the link that came by mail. */
export function ResetPage() {
  const [dead, setDead] = useState(mailToken === '')
  const [checked, setChecked] = useState(false)
  useEffect(() => {
    if (mailToken === '') return
    accounts
      .checkResetLink(mailToken)
      // What keeps the link from being checked is said when the password is sent.
      .catch((error: unknown) => setDead(isSpent(error)))
      .finally(() => setChecked(true))
  }, [])
  const [deleteKeys, setDeleteKeys] = useState(false)
  const form = useForm({ newPassword: checks.newPassword }, async ({ newPassword }) => {
    try {
      await accounts.reset(newPassword, mailToken, deleteKeys)
    } catch (error) {
      if (isSpent(error)) return setDead(true)
      throw error
    }
    location.replace(pageAddress('login', 'reset'))
  })
  if (dead)
    return (
      <Sheet
        title={texts.invalidTitle}
        line={texts.invalidLine}
        below={
          <a className={css.link} href={pageAddress('forgot-password')}>
            {texts.again}
          </a>
        }
      />
    )
  if (!checked)
    return (
      <Sheet title={texts.title}>
        <p role="status" className={css.waiting}>
          {accountsTexts.loading}
        </p>
      </Sheet>
    )
  return (
    <Sheet title={texts.title} line={texts.line}>
      <form className={css.form} method="post" noValidate onSubmit={form.onSubmit}>
        <PasswordField
          name="newPassword"
          label={fields.newPassword}
          autoComplete="new-password"
          autoFocus
          note={fields.passwordHint}
          error={form.errors.newPassword}
        />
        <TickField
          label={texts.deleteKeys}
          note={texts.deleteKeysNote}
          checked={deleteKeys}
          onChange={setDeleteKeys}
        />
        <Submit busy={form.busy} failure={form.failure} words={texts.submit} busyWords={texts.busy} wide />
      </form>
    </Sheet>
  )
}

/** Says whether the link was used, has expired, or never was one. */
function isSpent(error: unknown): boolean {
  return error instanceof AccountsError && error.code === 'INVALID_TOKEN'
}
