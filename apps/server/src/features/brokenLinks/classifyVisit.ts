import type { LinkFailure, LinkState } from '@nestmark/contract/links/brokenLinks'
import { isSameAddress } from '@nestmark/core/addresses/url'
import type { Visit } from '../../fetching/linkVisitor.ts'

/** What a visit says about a link. */
export interface Finding {
  state: LinkState
  status: number
  failure: LinkFailure
  location: string | null
}

const missing = new Set([404, 410])
/** Statuses with which sites refuse programs, or ask for a sign-in. 999 is LinkedIn's. */
const refusing = new Set([401, 402, 403, 405, 406, 407, 418, 423, 425, 429, 430, 451, 999])
const slow = new Set([408, 504, 524])

const failures: Readonly<Partial<Record<NonNullable<Visit['reason']>, readonly [LinkState, LinkFailure]>>> = {
  'no-such-host': ['dead', 'noSite'],
  robots: ['refused', 'robots'],
  'connect-timeout': ['slow', 'noAnswer'],
  'first-byte-timeout': ['slow', 'noAnswer'],
  'total-timeout': ['slow', 'noAnswer'],
  'certificate-ended': ['unsure', 'certificateEnded'],
  tls: ['unsure', 'certificateInvalid'],
  redirects: ['unsure', 'circles'],
  headers: ['unsure', 'unreadable'],
  protocol: ['unsure', 'unreadable'],
  encoding: ['unsure', 'unreadable'],
}

/** The paths of sign-in pages, to which sites send people who may not see a page. */
const signInPath = /(^|\/)(log-?in|sign-?in|auth|authorize|sso|accounts?\/login|users\/sign_in)(\/|\.\w+|$)/i

/**
 * Returns what a visit says about a link: whether it is dead, has moved, refuses programs, is slow, or failed for a reason
 * that may pass. A private address that a name leads to looks like one that does not answer (S09).
 * @param address the address of the link
 */
export function classifyVisit(address: string, visit: Visit): Finding {
  const { status, reason, isChallenge } = visit
  const found = (state: LinkState, failure: LinkFailure = '', location: string | null = null): Finding => ({
    state,
    status,
    failure,
    location,
  })
  if (reason !== null) return found(...(failures[reason] ?? (['unsure', 'noConnection'] as const)))
  if (isChallenge) return found('refused', 'challenge')
  if (missing.has(status)) return found('dead')
  if (refusing.has(status)) return found('refused')
  if (slow.has(status)) return found('slow')
  // The range of an empty page cannot be satisfied.
  const isGood = (status >= 200 && status <= 299) || status === 304 || status === 416
  return isGood ? classifyAnswer(address, visit) : found('unsure')
}

/** Distinguishes a page that answers where it was from one that has moved, and from one that only redirects visitors elsewhere. */
function classifyAnswer(address: string, { status, url, movedTo, movedBy }: Visit): Finding {
  const answered: Finding = { state: 'answered', status, failure: '', location: null }
  const [from, to] = [URL.parse(address), URL.parse(url)]
  if (!from || !to) return answered
  const isSignIn = !signInPath.test(from.pathname) && signInPath.test(to.pathname)
  if (isSignIn) return { ...answered, state: 'refused', failure: 'signIn' }
  // Sites that lost a page often send visitors to their first page.
  const isHome = (page: URL) => /^\/(index\.\w+)?$/.test(page.pathname) && page.search === ''
  if (isHome(to) && !isHome(from)) return { ...answered, state: 'unsure', failure: 'sentHome' }
  if (movedTo === null || isSameAddress(address, movedTo)) return answered
  return { state: 'moved', status: movedBy, failure: '', location: movedTo + keepFragment(from, movedTo) }
}

const keepFragment = (from: URL, movedTo: string) => (movedTo.includes('#') ? '' : from.hash)
