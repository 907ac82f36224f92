import { deleteAccount, type ProfileState } from '@nestmark/contract/authProfile'
import { accountsTexts } from '@nestmark/texts/accounts'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { pageAddress } from './addresses.ts'
import { callAuth } from './calls.ts'
import { SubmitButton } from './fields.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { ProofField } from './ProofField.tsx'
import { noCheck } from './validation.ts'
import { useForm } from './useForm.ts'

const { profile: texts } = accountsTexts

/** Deletes the account after a confirmation. */
export function ProfileDelete({ state }: { state: ProfileState }) {
  const [isConfirming, setConfirming] = useState(false)
  const form = useForm({ password: noCheck }, async ({ password }) => {
    await callAuth(deleteAccount, { password })
    location.replace(pageAddress('deleted'))
  })
  return (
    <ProfileSection title={texts.delete} line={texts.deleteLine}>
      {!isConfirming && (
        <Button className={css.danger} onClick={() => setConfirming(true)}>
          {texts.deleteFirst}
        </Button>
      )}
      {isConfirming && (
        <form className={css.stack} method="post" noValidate onSubmit={form.onSubmit}>
          <p role="status">{texts.deleteAsk}</p>
          <ProofField state={state} error={form.errors.password} />
          <div className={css.buttons}>
            <SubmitButton
              busy={form.busy}
              failure={form.failure}
              label={texts.deleteSubmit}
              busyLabel={texts.deleteBusy}
              danger
            />
            <Button onClick={() => setConfirming(false)}>{texts.deleteKeep}</Button>
          </div>
        </form>
      )}
    </ProfileSection>
  )
}
