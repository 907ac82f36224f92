import { profileState, type ProfileState, changeEmail } from '@nestmark/contract/auth/authProfile'
import { getSession, signOut } from '@nestmark/contract/auth/authSessions'
import type { AccountUser } from '@nestmark/contract/auth/authShapes'
import { accountsTexts } from '../texts.ts'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { goToLogin, pageAddress, productAddress } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import css from '../forms.module.css'
import { TextLink, ProofField, SubmitButton } from '../fields.tsx'
import { useAction } from '../useAction.ts'
import { ProfileDelete } from './ProfileDelete.tsx'
import { ProfileImage } from './ProfileImage.tsx'
import { ProfilePasskeys } from './ProfilePasskeys.tsx'
import { ProfilePassword } from './ProfilePassword.tsx'
import { ProfileSessions } from './ProfileSessions.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { ProfileTwoFactor } from './ProfileTwoFactor.tsx'
import { Sheet, Note } from '../Sheet.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { checks, noCheck } from '../validation.ts'
import { useForm } from '../useForm.ts'

const { profile: texts, forgot, loading } = accountsTexts

/** The account page of the signed-in user. */
export function ProfilePage() {
  const [user, setUser] = useState<AccountUser | null>(null)
  const [state, setState] = useState<ProfileState | null>(null)
  const { failure, fail } = useAction()
  useEffect(() => {
    const load = async () => {
      const found = await callAuth(getSession, {})
      if (!found) return location.replace(pageAddress('login'))
      setState(await callAuth(profileState, {}))
      setUser(found.user)
    }
    load().catch(fail)
  }, [fail])
  const logOut = () => void callAuth(signOut, {}).then(goToLogin, fail)
  return (
    <Sheet
      title={texts.title}
      wide
      actions={
        user && (
          <>
            <TextLink href={productAddress}>{texts.toProduct}</TextLink>
            <Button variant="ghost" onClick={logOut}>
              {texts.logout}
            </Button>
          </>
        )
      }
    >
      {failure && (
        <p role="alert" className={css.loading}>
          {failure}
        </p>
      )}
      {!user && !failure && (
        <p role="status" className={css.loading}>
          {loading}
        </p>
      )}
      {user && state && (
        <>
          <ProfileImage user={user} onChange={setUser} />
          <ProfileSection title={texts.details} line={texts.detailsLine}>
            <TextLink href="/settings">{texts.openSettings}</TextLink>
          </ProfileSection>
          <ProfileEmail email={user.email} state={state} />
          <ProfilePassword email={user.email} state={state} />
          <ProfilePasskeys state={state} />
          <ProfileTwoFactor state={state} />
          <ProfileSessions />
          <ProfileDelete />
        </>
      )}
    </Sheet>
  )
}

/** Changes the email address after a confirmation from the new one. */
function ProfileEmail({ email, state }: { email: string; state: ProfileState }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ email: checks.email, password: noCheck }, async (values, element) => {
    setSentTo(null)
    await callAuth(changeEmail, values)
    element.reset()
    setSentTo(values.email.trim())
  })
  return (
    <ProfileSection title={texts.email} line={texts.emailNow(email)}>
      <form className={fieldCss.stack} method="post" noValidate onSubmit={form.onSubmit}>
        <TextField
          {...form.field('email')}
          type="email"
          label={texts.emailNew}
          autoComplete="email"
          maxLength={254}
        />
        <ProofField state={state} {...form.field('password')} />
        {sentTo && <Note>{texts.emailSent(sentTo)}</Note>}
        <SubmitButton form={form} label={texts.emailSubmit} busyLabel={forgot.busy} />
      </form>
    </ProfileSection>
  )
}
