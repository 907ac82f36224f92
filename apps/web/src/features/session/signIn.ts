import { randomText, toBase64url } from '@nestmark/client/randomKey'
import { createAccount, exchangeCode, getUserData, type UserData } from '@nestmark/contract/session'
import { createClient } from '@nestmark/contract/client'
import { client } from '../../lib/api/client.ts'
import { readServerSetting } from '../../lib/serverSetting.ts'
import type { Callback } from '../../lib/callback.ts'
import { operationKey } from '../../lib/api/operations.ts'
import { queryClient } from '../../lib/api/queryClient.ts'
import { token } from '../../lib/browser/token.ts'

/** The pages of the sign-in site to which the product redirects. */
export type SignInPage = 'login' | 'register' | 'forgot-password'

/** The stored data with which this browser recognises its own sign-in. */
export interface PendingSignIn {
  state: string
  verifier: string
  /** The address to return to, relative to the product. */
  back: string
}
const storageKey = 'sign-in'

/** Returns the address of the sign-in site, which the server writes into the page. */
export function accountsUrl(): string {
  return (readServerSetting('accounts') || '/accounts').replace(/\/+$/, '')
}

async function createChallenge(verifier: string): Promise<string> {
  const bytes = new TextEncoder().encode(verifier)
  // Browsers offer `subtle` only to pages over https and from this machine.
  const digest = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(bytes)
  return toBase64url(digest)
}

/** Returns a path of this page, or the dashboard: a given address must not lead to another site. */
export function toLocalPath(path: string | null | undefined): string {
  if (!path?.startsWith('/') || path.startsWith('//') || path.includes('\\')) return '/dashboard'
  return path.startsWith('/token') ? '/dashboard' : path
}

/** Creates the state and PKCE verifier of a sign-in without storing them. */
export async function createSignIn(back: string) {
  const started: PendingSignIn = { state: randomText(), verifier: randomText(), back: toLocalPath(back) }
  return {
    started,
    request: { state: started.state, code_challenge: await createChallenge(started.verifier) },
  }
}

/** Stores them until the browser returns. */
export function storeSignIn(started: PendingSignIn): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(started))
  } catch {
    // Without storage the callback asks the user for confirmation.
  }
}

/** How long further redirects are ignored, in milliseconds. After it a redirect that the user stopped can be repeated. */
const redirectPause = 3000
let redirect: Promise<void> | null = null

/**
 * Redirects to the sign-in site. Only this browser can use the returned code. Ignores calls while a redirect
 * is under way: a logout calls this, and so do the pages that find no session any more.
 */
export function goToSignIn(page: SignInPage = 'login', back = '/dashboard'): Promise<void> {
  redirect ??= redirectToSignIn(page, back).finally(() => {
    setTimeout(() => (redirect = null), redirectPause)
  })
  return redirect
}

async function redirectToSignIn(page: SignInPage, back: string): Promise<void> {
  const { started, request } = await createSignIn(back)
  storeSignIn(started)
  const to = new URL(`${accountsUrl()}/${page}`, location.origin)
  to.search = new URLSearchParams({
    from: 'nestmark',
    ...request,
    redirect: started.back,
  }).toString()
  location.assign(to)
}

/** The result of a callback. */
export type CallbackResult =
  | { kind: 'signedIn'; back: string }
  | { kind: 'confirm'; name: string; currentName: string | null; accept: () => Promise<string> }
  | { kind: 'invalid' }

/** Exchanges the returned code for a session, once. */
export async function handleCallback({ q, state }: Callback): Promise<CallbackResult> {
  const started = takePendingSignIn()
  if (started && state !== '' && started.state === state) {
    const { token: bearer } = await client.call(exchangeCode, { code: q, state, verifier: started.verifier })
    await startSession(bearer)
    return { kind: 'signedIn', back: started.back }
  }
  if (q !== '' && q === token.get()) return { kind: 'signedIn', back: '/dashboard' }
  // The address contains a session token from a link. It is never used without confirmation.
  const user = q === '' ? null : await fetchUser(q)
  if (!user) return { kind: 'invalid' }
  const currentName = token.get() ? ((await fetchUser(token.get() ?? ''))?.name ?? null) : null
  return {
    kind: 'confirm',
    name: user.name || user.email,
    currentName,
    accept: async () => {
      await startSession(q)
      return '/dashboard'
    },
  }
}

function takePendingSignIn(): PendingSignIn | null {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    return text ? (JSON.parse(text) as PendingSignIn) : null
  } catch {
    return null
  }
}

async function fetchUser(bearer: string): Promise<UserData | null> {
  return createClient('', () => bearer)
    .call(getUserData, {})
    .catch(() => null)
}

async function startSession(bearer: string): Promise<void> {
  queryClient.clear()
  token.set(bearer)
  await client.call(createAccount, {})
  queryClient.setQueryData(operationKey(getUserData, {}), await client.call(getUserData, {}))
}
