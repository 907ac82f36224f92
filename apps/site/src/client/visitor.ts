import type { UserData } from '@nestmark/contract/session'

/** What the visitor is: signed out, signed in at the sign-in site only, or a user of the product. */
export type Session = 'out' | 'login' | 'in'

/** What the user's plan allows on the page of the plans. */
export type PlanState = 'free' | 'pro' | 'premium' | 'cancelled' | 'lifetime'

type PlanData = Pick<UserData, 'plan' | 'is_cancelled' | 'plan_expires'>

/** The stored values that mark an ended session, as in `packages/client/src/token.ts`. */
const ended = new Set(['', 'undefined', 'null', 'Token Expired!'])

/** Calls an operation of the server. @returns its data; null when it refuses, or does not answer */
export async function callServer<Data>(
  path: string,
  input: object,
  { headers, signal }: Pick<RequestInit, 'headers' | 'signal'> = {},
): Promise<Data | null> {
  try {
    const answer = await fetch(`/api/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal,
    })
    return answer.ok ? ((await answer.json()) as { data: Data }).data : null
  } catch {
    return null
  }
}

/** Returns a value of local storage; null where the browser denies it. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a value; does nothing where the browser denies it. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The page works without it.
  }
}

/** Returns the bearer token of this browser, or null. */
export function readToken(): string | null {
  const token = readStored('token')
  return token === null || ended.has(token) ? null : token
}

/** Returns what the visitor is, by what the product and the sign-in site have stored in this browser. */
export function readSession(): Session {
  if (readToken() !== null) return 'in'
  const login = readStored('site_login')
  // With an account, the product only has to be entered again.
  return login === 'account' ? 'in' : login === 'new' ? 'login' : 'out'
}

/** Returns the state of a plan by its code: 1 is free, 3 Premium, 4 and more are lifetime plans. */
export function toPlanState({ plan, is_cancelled, plan_expires }: PlanData): PlanState {
  if (plan === 1) return 'free'
  if (plan >= 4) return 'lifetime'
  if (plan === 3) return 'premium'
  return is_cancelled === 1 && plan_expires !== null ? 'cancelled' : 'pro'
}

/** Returns the user's data as the product stored them last, or null. */
export function readUser(): UserData | null {
  try {
    return JSON.parse(readStored('user') ?? 'null') as UserData | null
  } catch {
    return null
  }
}
