import type { AuthOutput } from '@nestmark/contract/auth/authOperation'
import { listPasskeys } from '@nestmark/contract/auth/authPasskeys'
import type { ProfileState } from '@nestmark/contract/auth/authProfile'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { useState } from 'react'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { formatBrowserName } from './ProfileSessions.tsx'
import { PasskeyEntry } from '../signIn/PasskeyEntry.tsx'
import { supportsPasskeys } from '../../lib/browser/passkeys.ts'
import { createPasskey } from '../passkeys.ts'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { useAccountData } from '../useAction.ts'
import { ProofForm } from '../signIn/twoFactorSteps.tsx'

const { passkeys: texts } = accountsTexts

type Passkeys = AuthOutput<typeof listPasskeys>

/** Lists the passkeys of the account; adds, renames and removes them. */
export function ProfilePasskeys({ state }: { state: ProfileState }) {
  const { data: listed, load, busy, clear, run, fail, setNotice, ...outcome } = useAccountData(listPasskeys)
  const [adding, setAdding] = useState(false)

  const done = (message: string) => {
    clear()
    setNotice(message)
    load().catch(fail)
  }
  const add = async (password: string) => {
    clear()
    await createPasskey(formatBrowserName(navigator.userAgent), password)
    setAdding(false)
    done(texts.added)
  }
  const unavailableReason = listed && explainUnavailable(listed.site)
  return (
    <ProfileSection title={texts.title} line={texts.line} outcome={outcome} isLoading={!listed}>
      {listed && (
        <div className={fieldCss.stack}>
          {listed.passkeys.length === 0 && <p>{texts.none}</p>}
          {listed.passkeys.length > 0 && (
            <ul>
              {listed.passkeys.map(passkey => (
                <PasskeyEntry key={passkey.id} passkey={passkey} state={state} onDone={done} />
              ))}
            </ul>
          )}
          {unavailableReason && <p className="text12 t3">{unavailableReason}</p>}
          {!unavailableReason && adding && (
            <ProofForm state={state} submitLabel={texts.add} action={add} onBack={() => setAdding(false)} />
          )}
          {!unavailableReason && !adding && (
            <div className={`flex wrap g8 ${css.buttons}`}>
              {/* After a recent sign-in no password is required. */}
              <Button
                disabled={busy}
                onClick={() => (state.fresh ? void run(() => add('')) : setAdding(true))}
              >
                {busy ? texts.busy : texts.add}
              </Button>
            </div>
          )}
        </div>
      )}
    </ProfileSection>
  )
}

/** Returns why no passkey can be added here, or null. */
function explainUnavailable(site: Passkeys['site']): string | null {
  if (!site) return texts.impossible
  if (site.id !== location.hostname) {
    const port = location.port ? `:${location.port}` : ''
    return texts.elsewhere(site.id === 'localhost' ? `http://localhost${port}` : site.origin)
  }
  return supportsPasskeys() ? null : texts.unsupported
}
