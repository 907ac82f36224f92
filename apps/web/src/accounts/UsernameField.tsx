import { accountsTexts } from '@nestmark/texts/accounts'
import { userNameLength } from '@nestmark/core/userName'
import { useEffect, useRef, useState } from 'react'
import { accounts, type UsernameState } from './calls.ts'
import { TextField } from './fields.tsx'
import css from './profile.module.css'

const { profile: texts, username: sentences } = accountsTexts
const pauseMs = 300

/** A username, looked up as it is typed: from four characters on, once the typing rests. */
export function UsernameField({ username, error }: { username: string; error: string | undefined }) {
  const [typed, setTyped] = useState(username)
  const [found, setFound] = useState<{ of: string; state: UsernameState } | null>(null)
  const latest = useRef(username)
  useEffect(() => {
    latest.current = typed
    const wanted = typed.trim()
    if (wanted.length < userNameLength.least || wanted === username) return
    const timer = setTimeout(() => {
      accounts.checkUsername(wanted).then(
        // An answer that comes late is about a name that is not typed any more.
        state => latest.current === typed && setFound({ of: typed, state }),
        () => undefined,
      )
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, username])
  const state = found?.of === typed ? found.state : null
  const asks = typed.trim().length >= userNameLength.least && typed.trim() !== username
  return (
    <div>
      <TextField
        name="username"
        label={texts.username}
        defaultValue={username}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        maxLength={userNameLength.most}
        note={texts.usernameNote}
        error={error}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <div role="status" className={state === 'free' ? css.free : css.times}>
        {asks && !error && (state ? sentences[state] : texts.checking)}
      </div>
    </div>
  )
}
