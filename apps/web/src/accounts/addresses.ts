import { storeSiteLogin } from './signIn/siteLogin.ts'

/** The pages of the sign-in site by the last part of their address. */
export type PageName =
  | 'login'
  | 'register'
  | 'forgot-password'
  | 'reset-password'
  | 'verify-email'
  | 'confirm-email'
  | 'profile'
  | 'deleted'

/** The session handoff request of the product. With it a signed-in browser is redirected back. */
export interface HandoffRequest {
  state: string
  code_challenge: string
  redirect: string
}

const query = new URLSearchParams(location.search)

/** The product's request, or null when the user opened this site directly. */
export const handoffRequest: HandoffRequest | null = readHandoffRequest()

function readHandoffRequest(): HandoffRequest | null {
  const state = query.get('state')
  const challenge = query.get('code_challenge')
  if (!state || !challenge) return null
  return { state, code_challenge: challenge, redirect: query.get('redirect') ?? '' }
}

/** Notifications that one page of this site shows after a redirect from another. */
export type Notice = 'out' | 'verified' | 'reset' | 'moved' | 'refused'

/** Returns whether the address contains a notice. */
export function hasNotice(name: Notice): boolean {
  return query.has(name)
}

/**
 * The token of an emailed link, or ''. It is removed from the address immediately, so that no history entry or
 * later request contains it.
 */
export const emailToken = takeToken()

function takeToken(): string {
  const token = query.get('token') ?? ''
  if (token !== '') history.replaceState(null, '', location.pathname)
  return token
}

/** The invited email address of an emailed link to the sign-up page, or ''. */
export const invitedEmail = query.get('email') ?? ''

/** Returns the address of a page of this site, with the product's handoff request. */
export function pageAddress(page: PageName, notice?: Notice): string {
  const next = new URLSearchParams()
  if (handoffRequest)
    for (const [name, value] of [
      ['from', query.get('from') ?? 'nestmark'],
      ...Object.entries(handoffRequest),
    ] as const)
      next.set(name, value)
  if (notice) next.set(notice, '1')
  const text = next.toString()
  return `/accounts/${page}${text ? `?${text}` : ''}`
}

/** The product. Without a session it redirects back here for the session handoff. */
export const productAddress = '/dashboard'

/** Redirects to the login page, which shows that the user is logged out. */
export function goToLogin(): void {
  storeSiteLogin(null)
  location.replace(pageAddress('login', 'out'))
}
