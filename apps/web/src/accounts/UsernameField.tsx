import type { AuthOutput } from '@nestmark/contract/authOperation'
import { checkUsername } from '@nestmark/contract/authProfile'
import { accountsTexts } from '@nestmark/texts/accounts'
import { userNameLength } from '@nestmark/core/userName'
import { useEffect, useRef, useState } from 'react'
import { callAuth } from './calls.ts'
import { TextField } from './fields.tsx'
import css from './profile.module.css'

const { profile: texts, username: usernameTexts } = accountsTexts
const checkDelayMs = 300

/** A username field that checks availability while the user types: from four characters on, after a pause. */
export function UsernameField({ username, error }: { username: string; error: string | undefined }) {
  const [typed, setTyped] = useState(username)
  const [checked, setChecked] = useState<({ text: string } & AuthOutput<typeof checkUsername>) | null>(null)
  const latest = useRef(username)
  useEffect(() => {
    latest.current = typed
    const candidate = typed.trim()
    if (candidate.length < userNameLength.min || candidate === username) return
    const timer = setTimeout(() => {
      callAuth(checkUsername, { username: candidate }).then(
        // Ignore a late answer about another text.
        ({ state }) => latest.current === typed && setChecked({ text: typed, state }),
        () => undefined,
      )
    }, checkDelayMs)
    return () => clearTimeout(timer)
  }, [typed, username])
  const state = checked?.text === typed ? checked.state : null
  const isChecking = typed.trim().length >= userNameLength.min && typed.trim() !== username
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
        maxLength={userNameLength.max}
        note={texts.usernameNote}
        error={error}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <div role="status" className={state === 'free' ? css.available : css.meta}>
        {isChecking && !error && (state ? usernameTexts[state] : texts.checking)}
      </div>
    </div>
  )
}
