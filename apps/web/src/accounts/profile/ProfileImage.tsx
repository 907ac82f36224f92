import { removeProfileImage, uploadProfileImage } from '@nestmark/contract/auth/authProfile'
import { getSession } from '@nestmark/contract/auth/authSessions'
import type { AccountUser } from '@nestmark/contract/auth/authShapes'
import { limits } from '@nestmark/core/limits'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { useId, useRef } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { FileInput, pictureTypes } from '../../ui/fields/FileInput.tsx'
import { callAuth } from '../calls.ts'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { useAction } from '../useAction.ts'
import { Note } from '../Sheet.tsx'

const { profile: texts, errors } = accountsTexts

/** Changes the profile image. The server crops and resizes it, and removes all metadata. */
export function ProfileImage({
  user,
  onChange,
}: {
  user: AccountUser
  onChange: (user: AccountUser) => void
}) {
  const { busy, notice, failure, setFailure, run } = useAction()
  const picker = useRef<HTMLInputElement>(null)
  const note = useId()

  const change = (call: () => Promise<object>, message: string) =>
    void run(async () => {
      await call()
      const current = await callAuth(getSession, {})
      if (current) onChange(current.user)
    }, message)
  const upload = (file: File) => {
    if (busy) return
    if (file.size > limits.profileImageBytes) setFailure(errors.imageSize)
    else if (!file.type.startsWith('image/')) setFailure(errors.image)
    else change(() => callAuth(uploadProfileImage, file), texts.imageSaved)
  }

  return (
    <ProfileSection title={texts.image} line={texts.imageLine}>
      <div className={fieldCss.stack}>
        <div className="row wrap g16">
          {user.image ? (
            <img
              src={`/profile-images/${user.image}`}
              alt=""
              width={72}
              height={72}
              className={`middle rigid w560 ${css.image}`}
            />
          ) : (
            <span className={`middle rigid w560 ${css.image}`} aria-hidden="true">
              {[...user.name.trim()][0]?.toLocaleUpperCase()}
            </span>
          )}
          <div className={`flex wrap g8 ${css.buttons}`}>
            <Button aria-describedby={note} onClick={() => picker.current?.click()}>
              {user.image ? texts.imageReplace : texts.imageChoose}
            </Button>
            {user.image && (
              <Button
                variant="ghost"
                onClick={() => change(() => callAuth(removeProfileImage, {}), texts.imageRemoved)}
              >
                {texts.imageRemove}
              </Button>
            )}
          </div>
        </div>
        <FileInput ref={picker} label={texts.image} accept={pictureTypes} onFile={upload} />
        <div id={note} className="text12 t3">
          {texts.imageNote}
        </div>
        {busy && <p role="status">{texts.imageBusy}</p>}
        {notice && <Note>{notice}</Note>}
        {failure && <FieldError>{failure}</FieldError>}
      </div>
    </ProfileSection>
  )
}
