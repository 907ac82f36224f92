import type { ProfileState } from '@nestmark/contract/auth/authProfile'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { PasswordField } from './fields.tsx'

/**
 * Asks for proof before a sensitive action: the password where there is one, otherwise a new sign-in. Empty
 * after a recent sign-in.
 */
export function ProofField({ state, error }: { state: ProfileState; error: string | undefined }) {
  if (state.fresh && !error) return null
  if (!state.has_password) return <p>{accountsTexts.profile.again}</p>
  return (
    <PasswordField
      name="password"
      label={accountsTexts.fields.password}
      autoComplete="current-password"
      error={error}
    />
  )
}
