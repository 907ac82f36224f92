import { startSessionHandoff } from '@nestmark/contract/auth/authSignIn'
import { handoffRequest, productAddress } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import { storeSiteLogin } from './siteLogin.ts'

/**
 * Redirects to the product: with a session handoff code if the product requested one, otherwise to its start
 * page.
 */
export async function goToProduct(): Promise<void> {
  if (!handoffRequest) return location.replace(productAddress)
  const { url, has_account } = await callAuth(startSessionHandoff, { client: 'app', ...handoffRequest })
  storeSiteLogin(has_account)
  location.replace(url)
}
