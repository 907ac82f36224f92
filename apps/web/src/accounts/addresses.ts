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

/** What the product sent along: with it a signed-in browser is handed back. */
export interface HandoffRequest {
  state: string
  code_challenge: string
  redirect: string
}

const query = new URLSearchParams(location.search)

/** The product's wish, or null when a person typed the address of this site. */
export const wish: HandoffRequest | null = readWish()

function readWish(): HandoffRequest | null {
  const state = query.get('state')
  const challenge = query.get('code_challenge')
  if (!state || !challenge) return null
  return { state, code_challenge: challenge, redirect: query.get('redirect') ?? '' }
}

/** What pages of this site say to each other. */
export type Said = 'out' | 'verified' | 'reset' | 'moved' | 'refused'

/** What another page of this site says to this one. */
export function told(name: Said): boolean {
  return query.has(name)
}

/** The key of a link that came by mail, or ''. It leaves the address at once, so that no history or later request holds it. */
export const mailToken = takeToken()

function takeToken(): string {
  const token = query.get('token') ?? ''
  if (token !== '') history.replaceState(null, '', location.pathname)
  return token
}

/** The address of a page of this site; what the product sent along goes with it. */
export function pageAddress(page: PageName, say?: Said): string {
  const next = new URLSearchParams()
  if (wish)
    for (const [name, value] of [['from', query.get('from') ?? 'nestmark'], ...Object.entries(wish)] as const)
      next.set(name, value)
  if (say) next.set(say, '1')
  const text = next.toString()
  return `/accounts/${page}${text ? `?${text}` : ''}`
}

/** The product; without a session of its own it comes back here and is handed over. */
export const productAddress = '/dashboard'

/** Leaves for the login page, where it says that nobody is signed in any more. */
export function goOut(): void {
  location.replace(pageAddress('login', 'out'))
}
