import type { Operation } from '@nestmark/contract/operation'
import { isApiKey } from '@nestmark/core/apiKey'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Services } from '../../services.ts'
import { toAddressKey } from '../../calls/addressKey.ts'
import { findApiKeyCaller, assertKeyScope } from './apiKeys.ts'
import type { RateLimits } from '../../calls/rateLimits.ts'
import { type DataVersions, findSession } from '../../access/session.ts'

/** Returns the bearer token of the Authorization header, or null. */
export function parseBearer(header: string | undefined): string | null {
  const token = header && /^bearer (\S{1,512})$/i.exec(header)?.[1]
  // A page may have stored these strings in place of a token.
  return token && token !== 'undefined' && token !== 'null' ? token : null
}

/** Creates the product account of a user who signed in and calls the API before the page did. */
export type CreatePerson = (services: Services, userId: string, sessionId: string) => Promise<Actor>

export interface Caller {
  actor: Actor
  /** The version of the committed data at the time of the lookup. */
  versions: DataVersions
}

/** The dependencies of the lookup of a caller, the same for all routes of a server. */
export interface CallerContext {
  services: Services
  /** Called at most once per person. */
  createPerson: CreatePerson
  limits: RateLimits
}

/**
 * Returns the caller of an operation by the bearer token; null for a visitor.
 * @throws Refused 'session.*' without a valid token, 'keys.*' for a key without the right
 */
export async function findCaller(
  { services, createPerson, limits }: CallerContext,
  op: Operation,
  token: string | null,
  ip: string,
): Promise<Caller | null> {
  if (op.access === 'anyone' || op.access === 'newcomer') return null
  if (!token) return op.access === 'visitor' ? null : refuse('session.noToken')
  if (isApiKey(token)) {
    const caller = await findApiKeyCaller(services, token)
    if (!caller) {
      limits.spendForAddress('badKey', ip)
      return refuse('session.expired')
    }
    assertKeyScope(op, caller.mayWrite)
    return caller
  }
  const { actor, userId, sessionId, versions } = await findSession(services, token)
  return { actor: actor ?? (await createPerson(services, userId, sessionId)), versions }
}

/**
 * Charges a call to the allowances of its caller.
 * @throws Refused 'request.tooMany'
 */
export function spendCallLimit(limits: RateLimits, op: Operation, actor: Actor | null, ip: string): void {
  if (actor) {
    if (op.cost) limits.spend(op.cost, actor.personId)
  } else if (op.cost === 'scrape') limits.spendForAddress('visitorScrape', ip)
  else if (op.cost === 'suggest') limits.spendForAddress('visitorSuggest', ip)
  else limits.spendForAddress(op.cost ?? 'visitor', ip)
  // Also limited per address, because a caller can switch accounts.
  if (op.cost === 'coupon') limits.spendForAddress('couponAddress', ip)
  if (op.cost !== 'findMember' || !actor) return
  limits.spendForAddress('findMemberAddress', ip)
  // Charged in advance and refunded later, so that concurrent calls are limited too.
  limits.spend('missedMember', actor.personId)
  limits.spendForAddress('missedMemberAddress', ip)
}

/** Refunds the allowance of successful lookups. */
export function refundSuccessfulLookUp(
  limits: RateLimits,
  op: Operation,
  actor: Actor | null,
  ip: string,
): void {
  if (op.cost !== 'findMember' || !actor) return
  limits.refund('missedMember', actor.personId)
  limits.refund('missedMemberAddress', toAddressKey(ip))
}
