import type { Actor } from '../access/actor.ts'
import type { IdempotentCall } from '../access/idempotencyKeys.ts'
import type { CommonServices } from './services.ts'
import type { Upload } from './fileRequests.ts'

/** One call, independent of HTTP: the caller, and the services that the action asks for. */
export interface Call<Who = Actor, Asked = CommonServices> {
  actor: Who
  services: Asked
  /** The bearer token of the request. */
  token: string | null
  /** Address of the caller, used for limits only. */
  ip: string
  /** Two-letter country code from the header that the operator trusts; '' without one. */
  country?: string
  idempotencyKey: string | null
  /** Fingerprint of the call, compared when the key is used again; absent without a key. */
  callHash?: string
  /** The multipart body of an operation whose transport is 'upload'. */
  upload(maxBytes: number): Promise<Upload>
}

/** Returns the record of a call with an idempotency key; null without one. */
export function toIdempotentCall({
  actor,
  services,
  idempotencyKey: key,
  callHash,
}: Call): IdempotentCall | null {
  return key === null || callHash === undefined
    ? null
    : { personId: actor.personId, key, callHash, at: services.now() }
}
