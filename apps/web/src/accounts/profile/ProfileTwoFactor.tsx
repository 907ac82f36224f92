import type { ProfileState } from '@nestmark/contract/auth/authProfile'
import {
  createTwoFactorSecret,
  disableTwoFactor,
  renewRecoveryCodes,
  twoFactorState,
} from '@nestmark/contract/auth/authTwoFactor'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { useState } from 'react'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { callAuth } from '../calls.ts'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { useAccountData } from '../useAction.ts'
import { ProofForm, RecoveryCodes, TwoFactorSetup } from '../signIn/twoFactorSteps.tsx'

const { twoFactor: texts } = accountsTexts

type Step =
  | { name: 'overview' | 'begin' | 'renew' | 'end' }
  | { name: 'setUp'; secret: string; uri: string }
  | { name: 'codes'; codes: string[] }

/** Enables or disables two-factor authentication and renews recovery codes. */
export function ProfileTwoFactor({ state }: { state: ProfileState }) {
  const { data: current, load, fail, setNotice, ...outcome } = useAccountData(twoFactorState)
  const [step, setStep] = useState<Step>({ name: 'overview' })
  const showOverview = (message: string | null = null) => {
    setNotice(message)
    setStep({ name: 'overview' })
    load().catch(fail)
  }

  const renderProofForm = (label: string, action: (password: string) => Promise<void>) => (
    <ProofForm state={state} submitLabel={label} action={action} onBack={() => showOverview()} />
  )
  const begin = async (password: string) =>
    setStep({ name: 'setUp', ...(await callAuth(createTwoFactorSecret, { password })) })
  // After a recent sign-in no password is required, so the first step starts immediately.
  const start = () => {
    const askForPassword = () => setStep({ name: 'begin' })
    if (state.fresh) begin('').catch(askForPassword)
    else askForPassword()
  }
  const renew = async (password: string) =>
    setStep({ name: 'codes', ...(await callAuth(renewRecoveryCodes, { password })) })
  const end = async (password: string) => {
    await callAuth(disableTwoFactor, { password })
    showOverview(texts.ended)
  }

  return (
    <ProfileSection title={texts.title} line={texts.line} outcome={outcome} isLoading={!current}>
      {current && step.name === 'overview' && (
        <div className={fieldCss.stack}>
          <p>{current.enabled ? texts.on(current.codes_left) : texts.off}</p>
          <div className={`flex wrap g8 ${css.buttons}`}>
            {!current.enabled && <Button onClick={start}>{texts.begin}</Button>}
            {current.enabled && <Button onClick={() => setStep({ name: 'renew' })}>{texts.renew}</Button>}
            {current.enabled && (
              <Button className={css.danger} onClick={() => setStep({ name: 'end' })}>
                {texts.end}
              </Button>
            )}
          </div>
        </div>
      )}
      {step.name === 'begin' && renderProofForm(texts.begin, begin)}
      {step.name === 'renew' && renderProofForm(texts.renew, renew)}
      {step.name === 'end' && renderProofForm(texts.end, end)}
      {step.name === 'setUp' && (
        <TwoFactorSetup
          secret={step.secret}
          uri={step.uri}
          onDone={codes => setStep({ name: 'codes', codes })}
          onBack={() => showOverview()}
        />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={() => showOverview()} />}
    </ProfileSection>
  )
}
