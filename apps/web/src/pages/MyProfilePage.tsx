import { uploadProfileImage } from '@nestmark/contract/accounts'
import { Refusal } from '@nestmark/contract/client'
import { settingsTexts as texts } from '@nestmark/texts/settings'
import { type ChangeEvent, useRef, useState } from 'react'
import { useProfile } from '../features/settings/data.ts'
import { ProfileForm } from '../features/settings/ProfileTab.tsx'
import css from '../features/settings/Settings.module.css'
import { SettingsLoading } from '../features/settings/SettingsLoading.tsx'
import { uploadFile } from '../lib/api/files.ts'
import { toast } from '../lib/toasts.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/FieldError.tsx'
import { IconUpload } from '../ui/icons.ts'
import { Page } from '../ui/Page.tsx'

/** /my-profile: image and name. */
export default function MyProfilePage() {
  const profile = useProfile()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const onFileChosen = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // Allows choosing the same file again.
    currentTarget.value = ''
    if (!file) return
    const form = new FormData()
    form.set('file', file)
    setBusy(true)
    setFailure(undefined)
    try {
      await uploadFile(uploadProfileImage, form)
      toast({ title: texts.imageSaved })
      await profile.refetch()
    } catch (error) {
      setFailure(error instanceof Refusal ? error.message : texts.failed)
    }
    setBusy(false)
  }
  return (
    <Page title={texts.myProfile}>
      <h1 className="h1">{texts.myProfile}</h1>
      <div className={css.panel} style={{ marginTop: 22 }}>
        {!profile.data ? (
          <SettingsLoading error={profile.error} onRetry={() => void profile.refetch()} />
        ) : (
          <>
            <div className={css.userRow}>
              {profile.data.thumbnail ? (
                <img
                  className={css.image}
                  src={profile.data.thumbnail}
                  alt={texts.image}
                  width={72}
                  height={72}
                />
              ) : (
                <Avatar name={profile.data.name} />
              )}
              <Button icon={IconUpload} disabled={busy} onClick={() => picker.current?.click()}>
                {busy ? texts.imageBusy : texts.imageChoose}
              </Button>
              <input
                ref={picker}
                type="file"
                hidden
                aria-label={texts.image}
                accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
                onChange={event => void onFileChosen(event)}
              />
            </div>
            {failure && <FieldError>{failure}</FieldError>}
            <ProfileForm key={profile.data.name + profile.data.username} profile={profile.data} />
          </>
        )}
      </div>
    </Page>
  )
}
