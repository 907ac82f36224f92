import { limits } from '@nestmark/core/limits'
import { accountsTexts } from '@nestmark/texts/accounts'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/FieldError.tsx'
import { accounts, type User } from './calls.ts'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { explain } from './sentences.ts'
import { Note } from './Sheet.tsx'

const { profile: texts, errors } = accountsTexts

/** The picture beside the name. The server cuts and shrinks it, and keeps nothing that the camera wrote into it. */
export function ProfileImage({ user, onChange }: { user: User; onChange: (user: User) => void }) {
  const [said, setSaid] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const note = useId()

  const act = async (deed: () => Promise<object>, sentence: string) => {
    setSaid(null)
    setFailure(null)
    setBusy(true)
    try {
      await deed()
      const now = await accounts.whoIsHere()
      if (now) onChange(now)
      setSaid(sentence)
    } catch (error) {
      setFailure(explain(error).sentence)
    } finally {
      setBusy(false)
    }
  }
  const chosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // The same file may be chosen again.
    currentTarget.value = ''
    if (!file || busy) return
    if (file.size > limits.profileImageBytes) setFailure(errors.imageSize)
    else if (!file.type.startsWith('image/')) setFailure(errors.image)
    else void act(() => accounts.setImage(file), texts.imageSaved)
  }

  return (
    <ProfileSection title={texts.image} line={texts.imageLine}>
      <div className={css.stack}>
        <div className={css.portrait}>
          {user.image ? (
            <img src={`/profile-images/${user.image}`} alt="" width={72} height={72} className={css.face} />
          ) : (
            <span className={css.face} aria-hidden="true">
              {[...user.name.trim()][0]?.toLocaleUpperCase()}
            </span>
          )}
          <div className={css.choices}>
            <Button aria-describedby={note} onClick={() => picker.current?.click()}>
              {user.image ? texts.imageReplace : texts.imageChoose}
            </Button>
            {user.image && (
              <Button variant="ghost" onClick={() => void act(accounts.removeImage, texts.imageRemoved)}>
                {texts.imageRemove}
              </Button>
            )}
          </div>
        </div>
        <input
          ref={picker}
          type="file"
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
          hidden
          onChange={chosen}
        />
        <div id={note} className={css.times}>
          {texts.imageNote}
        </div>
        {busy && <p role="status">{texts.imageBusy}</p>}
        {said && <Note>{said}</Note>}
        {failure && <FieldError>{failure}</FieldError>}
      </div>
    </ProfileSection>
  )
}
