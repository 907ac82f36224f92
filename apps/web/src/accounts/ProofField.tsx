import { accountsTexts } from '@nestmark/texts/accounts'
import type { ProfileState } from './calls.ts'
import { PasswordField } from './fields.tsx'

/**
 * Asks who it is, before a deed that a borrowed browser must not do: for the password where there is one, else for a new
 * sign-in. Whoever has just logged in is asked nothing.
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
