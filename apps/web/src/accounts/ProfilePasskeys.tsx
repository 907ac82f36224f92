import { accountsTexts } from '@nestmark/texts/accounts'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/FieldError.tsx'
import { browserName } from './browserName.ts'
import { accounts, type Passkey, type ProfileState } from './calls.ts'
import { PasskeyEntry } from './PasskeyEntry.tsx'
import { knowsPasskeys, makePasskey, type PasskeySite } from './passkeys.ts'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { explain } from './sentences.ts'
import { Note } from './Sheet.tsx'
import { ProvenForm } from './twoFactorSteps.tsx'

const { passkeys: texts, loading } = accountsTexts

/** The passkeys of the account: made, named, and taken away. */
export function ProfilePasskeys({ state }: { state: ProfileState }) {
  const [listed, setListed] = useState<{ site: PasskeySite | null; passkeys: Passkey[] } | null>(null)
  const [adding, setAdding] = useState(false)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(
    () => accounts.passkeys().then(setListed, (error: unknown) => setFailure(explain(error).sentence)),
    [],
  )
  useEffect(() => void load(), [load])

  const done = (sentence: string) => {
    setSaid(sentence)
    setFailure(null)
    void load()
  }
  const add = async (password: string) => {
    setSaid(null)
    setFailure(null)
    await makePasskey(browserName(navigator.userAgent), password)
    setAdding(false)
    done(texts.added)
  }
  // Whoever has just logged in is asked nothing but by the device.
  const addAtOnce = async () => {
    setBusy(true)
    try {
      await add('')
    } catch (error) {
      setFailure(explain(error).sentence)
    } finally {
      setBusy(false)
    }
  }

  const hindrance = listed && explainUnavailable(listed.site)
  return (
    <ProfileSection title={texts.title} line={texts.line}>
      {said && <Note>{said}</Note>}
      {failure && <FieldError>{failure}</FieldError>}
      {!listed && !failure && <p role="status">{loading}</p>}
      {listed && (
        <div className={css.stack}>
          {listed.passkeys.length === 0 && <p>{texts.none}</p>}
          {listed.passkeys.length > 0 && (
            <ul>
              {listed.passkeys.map(passkey => (
                <PasskeyEntry key={passkey.id} passkey={passkey} state={state} onDone={done} />
              ))}
            </ul>
          )}
          {hindrance && <p className={css.times}>{hindrance}</p>}
          {!hindrance && adding && (
            <ProvenForm state={state} words={texts.add} deed={add} onBack={() => setAdding(false)} />
          )}
          {!hindrance && !adding && (
            <div className={css.choices}>
              <Button disabled={busy} onClick={() => (state.fresh ? void addAtOnce() : setAdding(true))}>
                {busy ? texts.busy : texts.add}
              </Button>
            </div>
          )}
        </div>
      )}
    </ProfileSection>
  )
}

/** Why no passkey can be made here, or null. */
function explainUnavailable(site: PasskeySite | null): string | null {
  if (!site) return texts.impossible
  if (site.id !== location.hostname) {
    const port = location.port ? `:${location.port}` : ''
    return texts.elsewhere(site.id === 'localhost' ? `http://localhost${port}` : site.origin)
  }
  return knowsPasskeys() ? null : texts.unsupported
}
