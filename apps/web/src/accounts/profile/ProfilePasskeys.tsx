import type { AuthOutput } from '@nestmark/contract/auth/authOperation'
import { listPasskeys } from '@nestmark/contract/auth/authPasskeys'
import type { ProfileState } from '@nestmark/contract/auth/authProfile'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { formatBrowserName } from '../browserName.ts'
import { callAuth } from '../calls.ts'
import { PasskeyEntry } from '../signIn/PasskeyEntry.tsx'
import { supportsPasskeys } from '../../lib/browser/passkeys.ts'
import { createPasskey } from '../passkeys.ts'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { toErrorMessage } from '../validation.ts'
import { Note } from '../Sheet.tsx'
import { ProofForm } from '../signIn/twoFactorSteps.tsx'

const { passkeys: texts, loading } = accountsTexts

type Passkeys = AuthOutput<typeof listPasskeys>

/** Lists the passkeys of the account; adds, renames and removes them. */
export function ProfilePasskeys({ state }: { state: ProfileState }) {
  const [listed, setListed] = useState<Passkeys | null>(null)
  const [adding, setAdding] = useState(false)
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(
    () =>
      callAuth(listPasskeys, {}).then(setListed, (error: unknown) =>
        setFailure(toErrorMessage(error).message),
      ),
    [],
  )
  useEffect(() => void load(), [load])

  const done = (message: string) => {
    setNotice(message)
    setFailure(null)
    void load()
  }
  const add = async (password: string) => {
    setNotice(null)
    setFailure(null)
    await createPasskey(formatBrowserName(navigator.userAgent), password)
    setAdding(false)
    done(texts.added)
  }
  // After a recent sign-in no password is required.
  const addWithoutPassword = async () => {
    setBusy(true)
    try {
      await add('')
    } catch (error) {
      setFailure(toErrorMessage(error).message)
    } finally {
      setBusy(false)
    }
  }

  const unavailableReason = listed && explainUnavailable(listed.site)
  return (
    <ProfileSection title={texts.title} line={texts.line}>
      {notice && <Note>{notice}</Note>}
      {failure && <FieldError>{failure}</FieldError>}
      {!listed && !failure && <p role="status">{loading}</p>}
      {listed && (
        <div className={`stack ${css.stack}`}>
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
              <Button
                disabled={busy}
                onClick={() => (state.fresh ? void addWithoutPassword() : setAdding(true))}
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
