import { uploadProfileImage } from '@nestmark/contract/accounts'
import { Refusal } from '@nestmark/contract/client'
import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { type ReactNode, useRef, useState } from 'react'
import { uploadFile } from '../../lib/api/files.ts'
import { toast } from '../../lib/toasts.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { FileInput, pictureTypes } from '../../ui/fields/FileInput.tsx'
import { useTask } from '../../ui/fields/useTask.ts'
import { IconUpload } from '../../ui/icons.ts'
import type { Profile } from './data.ts'
import css from './Settings.module.css'

/** Shows the picture, name and email of the user, and uploads another picture. */
export function ProfilePicture({ profile, onSaved }: { profile: Profile; onSaved: () => Promise<unknown> }) {
  const picker = useRef<HTMLInputElement>(null)
  const { busy, run } = useTask()
  const [failure, setFailure] = useState<string>()
  const upload = async (file: File) => {
    const form = new FormData()
    form.set('file', file)
    setFailure(undefined)
    await uploadFile(uploadProfileImage, form)
    toast({ title: texts.imageSaved })
    await onSaved()
  }
  const take = (file: File) =>
    void run(
      () => upload(file),
      error => setFailure(error instanceof Refusal ? error.message : texts.failed),
    )
  return (
    <>
      <ProfileHead profile={profile}>
        <Button icon={IconUpload} disabled={busy} onClick={() => picker.current?.click()}>
          {busy ? texts.imageBusy : texts.imageChoose}
        </Button>
        <FileInput ref={picker} label={texts.image} accept={pictureTypes} onFile={take} />
      </ProfileHead>
      {failure && <FieldError>{failure}</FieldError>}
    </>
  )
}

/** Shows the picture, name and email of the user, and an action next to them. */
function ProfileHead({ profile, children }: { profile: Profile; children: ReactNode }) {
  return (
    <div className={`row ${css.userRow}`}>
      {profile.thumbnail ? (
        <img className={css.image} src={profile.thumbnail} alt={texts.image} width={56} height={56} />
      ) : (
        <Avatar name={profile.name} />
      )}
      <div className="grow">
        <div className="w540" dir="auto">
          {profile.name}
        </div>
        <div className="t3">{profile.email}</div>
      </div>
      {children}
    </div>
  )
}
