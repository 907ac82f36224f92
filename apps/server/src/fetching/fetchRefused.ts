/** Why nothing was fetched. For logs and decisions inside the server; a person never reads it (S09). */
export type RefusalReason =
  | 'address'
  | 'scheme'
  | 'too-long'
  | 'port'
  | 'not-global'
  | 'own'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'connect-timeout'
  | 'first-byte-timeout'
  | 'total-timeout'
  | 'redirects'
  | 'downgrade'
  | 'headers'
  | 'protocol'
  | 'encoding'
  | 'too-large'
  | 'status'
  | 'not-a-picture'
  | 'unreadable'
  | 'busy'
  | 'aborted'

/** After so many seconds it is worth to try again what was refused as busy. */
export const busyRetrySeconds = 5

const face = 'The page could not be read.'

/**
 * The one failure of the doors to the world. Whether an address was blocked, refused or open and useless must look
 * the same outside (S09), so the message is constant, no cause is kept, and `reason` stays out of JSON.
 * `busy` alone may be told apart: it says something about this server, nothing about the address.
 */
export class FetchRefused extends Error {
  override name = 'FetchRefused'
  declare readonly reason: RefusalReason

  /** @param reason for the log */
  constructor(reason: RefusalReason) {
    super(face)
    Object.defineProperty(this, 'reason', { value: reason, enumerable: false })
  }

  /** What may leave the server: the generic face alone. */
  toJSON(): { name: string; message: string } {
    return { name: this.name, message: face }
  }
}
