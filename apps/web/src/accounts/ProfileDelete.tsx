import { accountsTexts } from '@nestmark/texts/accounts'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { pageAddress } from './addresses.ts'
import { accounts, type ProfileState } from './calls.ts'
import { Submit } from './fields.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { ProofField } from './ProofField.tsx'
import { noCheck } from './sentences.ts'
import { useForm } from './useForm.ts'

const { profile: texts } = accountsTexts

/** The end of the account, behind a second question. */
export function ProfileDelete({ state }: { state: ProfileState }) {
  const [asked, setAsked] = useState(false)
  const form = useForm({ password: noCheck }, async ({ password }) => {
    await accounts.deleteAccount(password)
    location.replace(pageAddress('deleted'))
  })
  return (
    <ProfileSection title={texts.delete} line={texts.deleteLine}>
      {!asked && (
        <Button className={css.danger} onClick={() => setAsked(true)}>
          {texts.deleteFirst}
        </Button>
      )}
      {asked && (
        <form className={css.stack} method="post" noValidate onSubmit={form.onSubmit}>
          <p role="status">{texts.deleteAsk}</p>
          <ProofField state={state} error={form.errors.password} />
          <div className={css.choices}>
            <Submit
              busy={form.busy}
              failure={form.failure}
              words={texts.deleteSubmit}
              busyWords={texts.deleteBusy}
              danger
            />
            <Button onClick={() => setAsked(false)}>{texts.deleteKeep}</Button>
          </div>
        </form>
      )}
    </ProfileSection>
  )
}
