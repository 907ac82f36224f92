import { accountsTexts } from '@nestmark/texts/accounts'
import { useCallback, useEffect, useState } from 'react'
import { formatDate, isoDate } from '../lib/dates.ts'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/FieldError.tsx'
import { goOut } from './addresses.ts'
import { browserName } from './browserName.ts'
import { accounts, type SignIn } from './calls.ts'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { explain } from './sentences.ts'
import { Note } from './Sheet.tsx'

const { profile: texts, loading } = accountsTexts

/** Every browser that is signed in, and how to end what should not be. */
export function ProfileSessions() {
  const [signIns, setSignIns] = useState<SignIn[] | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const fail = useCallback((error: unknown) => setFailure(explain(error).sentence), [])
  const load = useCallback(() => accounts.signIns().then(setSignIns), [])
  useEffect(() => {
    load().catch(fail)
  }, [load, fail])

  const act = async (deed: Promise<object>, sentence: string) => {
    setSaid(null)
    setFailure(null)
    try {
      await deed
      await load()
      setSaid(sentence)
    } catch (error) {
      fail(error)
    }
  }

  return (
    <ProfileSection title={texts.sessions} line={texts.sessionsLine}>
      {said && <Note>{said}</Note>}
      {failure && <FieldError>{failure}</FieldError>}
      {!signIns && !failure && <p role="status">{loading}</p>}
      <ul>
        {signIns?.map(signIn => (
          <Entry
            key={signIn.id}
            signIn={signIn}
            onEnd={() =>
              signIn.current
                ? void accounts.logOut().then(goOut, fail)
                : void act(accounts.endSignIn(signIn.id), texts.ended)
            }
          />
        ))}
      </ul>
      <div className={css.actions}>
        {signIns && signIns.length > 1 && (
          <Button onClick={() => void act(accounts.endOthers(), texts.othersEnded)}>{texts.endOthers}</Button>
        )}
        <Button className={css.danger} onClick={() => void accounts.logOutEverywhere().then(goOut, fail)}>
          {texts.endAll}
        </Button>
      </div>
    </ProfileSection>
  )
}

function Entry({ signIn, onEnd }: { signIn: SignIn; onEnd: () => void }) {
  const { current, userAgent, createdAt, lastUsedAt } = signIn
  const name = browserName(userAgent)
  return (
    <li className={css.entry}>
      <div className="grow">
        <div className={css.name}>
          {name}
          {current && <span className={css.here}>{texts.thisOne}</span>}
        </div>
        <div className={css.times}>
          {texts.lastUsed} <time dateTime={isoDate(lastUsedAt)}>{formatDate(lastUsedAt)}</time>, {texts.since}{' '}
          <time dateTime={isoDate(createdAt)}>{formatDate(createdAt)}</time>
        </div>
      </div>
      <Button size="sm" aria-label={current ? texts.logout : texts.endLabel(name)} onClick={onEnd}>
        {current ? texts.logout : texts.end}
      </Button>
    </li>
  )
}
