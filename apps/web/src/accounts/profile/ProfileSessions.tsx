import type { AuthOutput } from '@nestmark/contract/auth/authOperation'
import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  revokeSessions,
  signOut,
} from '@nestmark/contract/auth/authSessions'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { useCallback, useEffect, useState } from 'react'
import { formatDate, isoDate } from '../../lib/dates.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { TimeAgo } from '../../ui/marks/TimeAgo.tsx'
import { goToLogin } from '../addresses.ts'
import { formatBrowserName } from '../browserName.ts'
import { callAuth } from '../calls.ts'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { toErrorMessage } from '../validation.ts'
import { Note } from '../Sheet.tsx'

const { profile: texts, loading } = accountsTexts

type AccountSession = AuthOutput<typeof listSessions>[number]

/** Lists all signed-in browsers, with buttons to end their sessions. */
export function ProfileSessions() {
  const [sessions, setSessions] = useState<AccountSession[] | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const showError = useCallback((error: unknown) => setFailure(toErrorMessage(error).message), [])
  const load = useCallback(() => callAuth(listSessions, {}).then(setSessions), [])
  useEffect(() => {
    load().catch(showError)
  }, [load, showError])

  const runAction = async (action: Promise<object>, message: string) => {
    setNotice(null)
    setFailure(null)
    try {
      await action
      await load()
      setNotice(message)
    } catch (error) {
      showError(error)
    }
  }

  return (
    <ProfileSection title={texts.sessions} line={texts.sessionsLine}>
      {notice && <Note>{notice}</Note>}
      {failure && <FieldError>{failure}</FieldError>}
      {!sessions && !failure && <p role="status">{loading}</p>}
      <ul>
        {sessions?.map(session => (
          <SessionEntry
            key={session.id}
            session={session}
            onEnd={() =>
              session.current
                ? void callAuth(signOut, {}).then(goToLogin, showError)
                : void runAction(callAuth(revokeSession, { id: session.id }), texts.ended)
            }
          />
        ))}
      </ul>
      <div className={`flex wrap g8 ${css.actions}`}>
        {sessions && sessions.length > 1 && (
          <Button onClick={() => void runAction(callAuth(revokeOtherSessions, {}), texts.othersEnded)}>
            {texts.endOthers}
          </Button>
        )}
        <Button
          className={css.danger}
          onClick={() => void callAuth(revokeSessions, {}).then(goToLogin, showError)}
        >
          {texts.endAll}
        </Button>
      </div>
    </ProfileSection>
  )
}

function SessionEntry({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  const { current, userAgent, createdAt, lastUsedAt } = session
  const name = formatBrowserName(userAgent)
  return (
    <li className={`row g12 ${css.entry}`}>
      <div className="grow">
        <div className={`row text14 wrap ${css.name}`}>
          {name}
          {current && <span className={`acc w540 ${css.currentMark}`}>{texts.thisOne}</span>}
        </div>
        <div className="text12 t3">
          {texts.lastUsed} <TimeAgo time={lastUsedAt} />, {texts.since}{' '}
          <time dateTime={isoDate(createdAt)}>{formatDate(createdAt)}</time>
        </div>
      </div>
      <Button size="sm" aria-label={current ? texts.logout : texts.endLabel(name)} onClick={onEnd}>
        {current ? texts.logout : texts.end}
      </Button>
    </li>
  )
}
