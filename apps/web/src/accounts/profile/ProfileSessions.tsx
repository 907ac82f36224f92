import { ShownDate } from '../../ui/marks/ShownDate.tsx'
import type { AuthOutput } from '@nestmark/contract/auth/authOperation'
import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  revokeSessions,
  signOut,
} from '@nestmark/contract/auth/authSessions'
import { nameBrowser } from '@nestmark/core/browserName'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { Button } from '../../ui/fields/Button.tsx'
import { TimeAgo } from '../../ui/marks/TimeAgo.tsx'
import { goToLogin } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { useAccountData } from '../useAction.ts'

const { profile: texts } = accountsTexts

type AccountSession = AuthOutput<typeof listSessions>[number]

/** Lists all signed-in browsers, with buttons to end their sessions. */
export function ProfileSessions() {
  const { data: sessions, load, fail, run, ...outcome } = useAccountData(listSessions)
  const end = (call: Promise<object>, message: string) => void run(() => call.then(load), message)

  return (
    <ProfileSection title={texts.sessions} line={texts.sessionsLine} outcome={outcome} isLoading={!sessions}>
      <ul>
        {sessions?.map(session => (
          <SessionEntry
            key={session.id}
            session={session}
            onEnd={() =>
              session.current
                ? void callAuth(signOut, {}).then(goToLogin, fail)
                : end(callAuth(revokeSession, { id: session.id }), texts.ended)
            }
          />
        ))}
      </ul>
      <div className={`flex wrap g8 ${css.actions}`}>
        {sessions && sessions.length > 1 && (
          <Button onClick={() => end(callAuth(revokeOtherSessions, {}), texts.othersEnded)}>
            {texts.endOthers}
          </Button>
        )}
        <Button
          className={css.danger}
          onClick={() => void callAuth(revokeSessions, {}).then(goToLogin, fail)}
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
          {texts.lastUsed} <TimeAgo time={lastUsedAt} />, {texts.since} <ShownDate time={createdAt} />
        </div>
      </div>
      <Button size="sm" aria-label={current ? texts.logout : texts.endLabel(name)} onClick={onEnd}>
        {current ? texts.logout : texts.end}
      </Button>
    </li>
  )
}

/** Returns a readable name for a browser or program. */
export function formatBrowserName(userAgent: string): string {
  return nameBrowser(userAgent) ?? (userAgent.startsWith('Mozilla') ? texts.unknownBrowser : texts.other)
}
