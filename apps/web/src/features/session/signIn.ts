import { createAccount, exchangeCode, getUserData, type UserData } from '@nestmark/contract/session'
import { createClient } from '@nestmark/contract/client'
import { client } from '../../lib/api/client.ts'
import type { Callback } from '../../lib/callback.ts'
import { operationKey } from '../../lib/api/operations.ts'
import { queryClient } from '../../lib/api/queryClient.ts'
import { token } from '../../lib/token.ts'

/** The pages of the sign-in site that the product sends people to. */
export type SignInPage = 'login' | 'register' | 'forgot-password'

/** What this browser keeps to know its own sign-in by. */
export interface Started {
  state: string
  verifier: string
  /** Where to go afterwards, relative to the product. */
  back: string
}
const kept = 'sign-in'

/** Where the sign-in site lives; the server writes it into the page. */
export function accountsUrl(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="nestmark-accounts"]')
  return (meta?.content || '/accounts').replace(/\/+$/, '')
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** 256 random bits as text. */
export function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

async function createChallenge(verifier: string): Promise<string> {
  const bytes = new TextEncoder().encode(verifier)
  // Browsers offer `subtle` only to pages over https and from this machine.
  const digest = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(bytes)
  return base64url(digest)
}

/** A path of our own page, or the dashboard: an address brought along must not lead elsewhere. */
export function ownPath(path: string | null | undefined): string {
  if (!path?.startsWith('/') || path.startsWith('//') || path.includes('\\')) return '/dashboard'
  return path.startsWith('/token') ? '/dashboard' : path
}

/** Makes up what a sign-in is known by; nothing is kept yet. */
export async function beginSignIn(back: string) {
  const started: Started = { state: randomText(), verifier: randomText(), back: ownPath(back) }
  return { started, wish: { state: started.state, code_challenge: await createChallenge(started.verifier) } }
}

/** Keeps it until the browser comes back. */
export function storeSignIn(started: Started): void {
  try {
    sessionStorage.setItem(kept, JSON.stringify(started))
  } catch {
    // Without storage the callback asks the person instead of knowing by itself.
  }
}

/** Leaves for the sign-in site. What it hands back is good only for the browser that left. */
export async function goToSignIn(page: SignInPage = 'login', back = '/dashboard'): Promise<void> {
  const { started, wish } = await beginSignIn(back)
  storeSignIn(started)
  const to = new URL(`${accountsUrl()}/${page}`, location.origin)
  to.search = new URLSearchParams({
    from: 'nestmark',
    ...wish,
    redirect: started.back,
  }).toString()
  location.assign(to)
}

/** How a callback can end. */
export type Arrival =
  | { kind: 'in'; back: string }
  | { kind: 'ask'; name: string; present: string | null; accept: () => Promise<string> }
  | { kind: 'foreign' }

/** Turns what the sign-in site handed back into a session, once. */
export async function arrive({ q, state }: Callback): Promise<Arrival> {
  const started = takeStarted()
  if (started && state !== '' && started.state === state) {
    const { token: bearer } = await client.call(exchangeCode, { code: q, state, verifier: started.verifier })
    await begin(bearer)
    return { kind: 'in', back: started.back }
  }
  if (q !== '' && q === token.get()) return { kind: 'in', back: '/dashboard' }
  // A session token brought along by a link: never taken without asking.
  const brought = q === '' ? null : await whoHas(q)
  if (!brought) return { kind: 'foreign' }
  const present = token.get() ? ((await whoHas(token.get() ?? ''))?.name ?? null) : null
  return {
    kind: 'ask',
    name: brought.name || brought.email,
    present,
    accept: async () => {
      await begin(q)
      return '/dashboard'
    },
  }
}

function takeStarted(): Started | null {
  try {
    const text = sessionStorage.getItem(kept)
    sessionStorage.removeItem(kept)
    return text ? (JSON.parse(text) as Started) : null
  } catch {
    return null
  }
}

async function whoHas(bearer: string): Promise<UserData | null> {
  return createClient('', () => bearer)
    .call(getUserData, {})
    .catch(() => null)
}

async function begin(bearer: string): Promise<void> {
  queryClient.clear()
  token.set(bearer)
  await client.call(createAccount, {})
  queryClient.setQueryData(operationKey(getUserData, {}), await client.call(getUserData, {}))
}
