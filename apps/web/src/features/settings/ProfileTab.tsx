import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { accountsUrl } from '../session/signIn.ts'
import { type Profile, useProfile, useUpdateUserDetails, useUsername } from './data.ts'
import { ProfilePicture } from './ProfilePicture.tsx'
import css from './Settings.module.css'
import { SettingsLoading } from './SettingsLoading.tsx'

/** The picture, name and username, and a link to the sign-in site, which manages email and password. */
export function ProfileTab() {
  const profile = useProfile()
  if (!profile.data) return <SettingsLoading error={profile.error} onRetry={() => void profile.refetch()} />
  return (
    <>
      <ProfilePicture profile={profile.data} onSaved={profile.refetch} />
      <ProfileForm key={profile.data.name + profile.data.username} profile={profile.data} />
      <section className={`panel stack g10 top ${css.card}`}>
        <h3 className="w540">{texts.account}</h3>
        <p className="t3">{texts.accountLine}</p>
        <div className={`flex wrap ${css.actions}`}>
          <a className={`acc w540 ${css.link}`} href={`${accountsUrl()}/profile`}>
            {texts.openAccount}
          </a>
        </div>
      </section>
    </>
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const [first, ...rest] = profile.name.split(' ')
  const [values, setValues] = useState({
    first: first ?? '',
    last: rest.join(' '),
    username: profile.username,
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useUpdateUserDetails((field, message) => setErrors({ [field]: message }))
  const isAvailable = useUsername(values.username, profile.username)
  const handleChange = (name: keyof typeof values) => (event: { currentTarget: HTMLInputElement }) => {
    const { value } = event.currentTarget
    setErrors({})
    setValues(now => ({ ...now, [name]: value }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { first: first_name, last: last_name, username } = values
    save.mutate({ first_name, last_name, ...(username === profile.username ? {} : { username }) })
  }
  return (
    <form className={`stack top ${css.form}`} onSubmit={submit}>
      <TextField
        label={texts.firstName}
        error={errors.name}
        dir="auto"
        autoComplete="given-name"
        value={values.first}
        onChange={handleChange('first')}
      />
      <TextField
        label={texts.lastName}
        dir="auto"
        autoComplete="family-name"
        value={values.last}
        onChange={handleChange('last')}
      />
      <TextField
        label={texts.username}
        error={errors.username ?? (isAvailable === false ? texts.usernameTaken : undefined)}
        note={<span role="status">{isAvailable ? texts.usernameFree : texts.usernameHint}</span>}
        autoComplete="username"
        value={values.username}
        onChange={handleChange('username')}
      />
      <Button type="submit" variant="primary" disabled={save.isPending}>
        {texts.save}
      </Button>
    </form>
  )
}
