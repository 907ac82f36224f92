import { startSessionHandoff } from '@nestmark/contract/auth/authSignIn'
import { type HandoffRequest, productAddress } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import { storeSiteLogin } from './siteLogin.ts'

/**
 * Redirects to the product: with a session handoff code if the product requested one, otherwise to its start
 * page.
 */
export async function goToProduct(request: HandoffRequest | null): Promise<void> {
  if (!request) return location.replace(productAddress)
  const { url, has_account } = await callAuth(startSessionHandoff, { client: 'app', ...request })
  storeSiteLogin(has_account)
  location.replace(url)
}
