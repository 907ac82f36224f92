import type { Operation } from '@nestmark/contract/operation'
import { isApiKey } from '@nestmark/core/apiKey'
import type { Actor } from '../access/actor.ts'
import { refuse } from '../access/refuse.ts'
import type { Services } from '../services.ts'
import { addressKey } from './addressKey.ts'
import { callerOfKey, assertKeyScope } from './keyAccess.ts'
import type { Limits } from './rateLimits.ts'
import type { Marks } from './responseCache.ts'
import { signedIn } from './session.ts'

/** Creates the product account of a user who signed in and calls the API before the page did. */
export type MakePerson = (services: Services, userId: string, sessionId: string) => Promise<Actor>

export interface Caller {
  actor: Actor
  /** The version of the committed data at the time of the look-up. */
  marks: Marks
}

/** What the look-up of a caller needs; the same for all routes of a server. */
export interface CallerLookUp {
  services: Services
  /** Called at most once per person. */
  makePerson: MakePerson
  limits: Limits
}

/**
 * Returns the caller of an operation by the bearer token; null for a visitor.
 * @throws Refused 'session.*' without a valid token, 'keys.*' for a key without the right
 */
export async function findCaller(
  { services, makePerson, limits }: CallerLookUp,
  op: Operation,
  token: string | null,
  ip: string,
): Promise<Caller | null> {
  if (op.access === 'anyone' || op.access === 'newcomer') return null
  if (!token) return op.access === 'visitor' ? null : refuse('session.noToken')
  if (isApiKey(token)) {
    const caller = await callerOfKey(services, token)
    if (!caller) {
      limits.spendOfAddress('badKey', ip)
      return refuse('session.expired')
    }
    assertKeyScope(op, caller.mayWrite)
    return caller
  }
  const { actor, userId, sessionId, marks } = await signedIn(services, token)
  return { actor: actor ?? (await makePerson(services, userId, sessionId)), marks }
}

/**
 * Charges a call to the allowances of its caller.
 * @throws Refused 'request.tooMany'
 */
export function chargeCall(limits: Limits, op: Operation, actor: Actor | null, ip: string): void {
  if (actor) {
    if (op.cost) limits.spend(op.cost, actor.personId)
  } else if (op.cost === 'scrape') limits.spendOfAddress('visitorScrape', ip)
  else if (op.cost === 'suggest') limits.spendOfAddress('visitorSuggest', ip)
  else limits.spendOfAddress(op.cost ?? 'visitor', ip)
  // Also limited per address, because a caller can switch accounts.
  if (op.cost === 'coupon') limits.spendOfAddress('couponAddress', ip)
  if (op.cost !== 'findMember' || !actor) return
  limits.spendOfAddress('findMemberAddress', ip)
  // Charged in advance and refunded later, so that concurrent calls are limited too.
  limits.spend('missedMember', actor.personId)
  limits.spendOfAddress('missedMemberAddress', ip)
}

/** Refunds the allowance of look-ups that found somebody. */
export function refundFound(limits: Limits, op: Operation, actor: Actor | null, ip: string): void {
  if (op.cost !== 'findMember' || !actor) return
  limits.giveBack('missedMember', actor.personId)
  limits.giveBack('missedMemberAddress', addressKey(ip))
}
