import { accountsTexts } from '@nestmark/texts/accounts'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/FieldError.tsx'
import { accounts, type ProfileState, type TwoFactorState } from './calls.ts'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { explain } from './sentences.ts'
import { Note } from './Sheet.tsx'
import { ProvenForm, RecoveryCodes, SetUp } from './twoFactorSteps.tsx'

const { twoFactor: texts, loading } = accountsTexts

type Step =
  | { at: 'rest' | 'begin' | 'renew' | 'end' }
  | { at: 'setUp'; secret: string; uri: string }
  | { at: 'codes'; codes: string[] }

/** The second factor: on with an app and recovery codes, or off. */
export function ProfileTwoFactor({ state }: { state: ProfileState }) {
  const [now, setNow] = useState<TwoFactorState | null>(null)
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const [said, setSaid] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(
    () => accounts.twoFactor().then(setNow, (error: unknown) => setFailure(explain(error).sentence)),
    [],
  )
  useEffect(() => void load(), [load])
  const rest = (sentence: string | null = null) => {
    setSaid(sentence)
    setStep({ at: 'rest' })
    void load()
  }

  const proven = (words: string, deed: (password: string) => Promise<void>) => (
    <ProvenForm state={state} words={words} deed={deed} onBack={() => rest()} />
  )
  const begin = async (password: string) =>
    setStep({ at: 'setUp', ...(await accounts.beginTwoFactor(password)) })
  // Whoever has just logged in is asked nothing, and has nothing to press a second time.
  const start = () => {
    const ask = () => setStep({ at: 'begin' })
    if (state.fresh) begin('').catch(ask)
    else ask()
  }
  const renew = async (password: string) =>
    setStep({ at: 'codes', codes: await accounts.renewCodes(password) })
  const end = async (password: string) => {
    await accounts.endTwoFactor(password)
    rest(texts.ended)
  }

  return (
    <ProfileSection title={texts.title} line={texts.line}>
      {said && <Note>{said}</Note>}
      {failure && <FieldError>{failure}</FieldError>}
      {!now && !failure && <p role="status">{loading}</p>}
      {now && step.at === 'rest' && (
        <div className={css.stack}>
          <p>{now.enabled ? texts.on(now.codes_left) : texts.off}</p>
          <div className={css.choices}>
            {!now.enabled && <Button onClick={start}>{texts.begin}</Button>}
            {now.enabled && <Button onClick={() => setStep({ at: 'renew' })}>{texts.renew}</Button>}
            {now.enabled && (
              <Button className={css.danger} onClick={() => setStep({ at: 'end' })}>
                {texts.end}
              </Button>
            )}
          </div>
        </div>
      )}
      {step.at === 'begin' && proven(texts.begin, begin)}
      {step.at === 'renew' && proven(texts.renew, renew)}
      {step.at === 'end' && proven(texts.end, end)}
      {step.at === 'setUp' && (
        <SetUp
          secret={step.secret}
          uri={step.uri}
          onDone={codes => setStep({ at: 'codes', codes })}
          onBack={() => rest()}
        />
      )}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} onDone={() => rest()} />}
    </ProfileSection>
  )
}
