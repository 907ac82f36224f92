/** Why a fetch failed. For logs and decisions inside the server; it is not shown to callers (S09). */
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
  | 'challenge'
  | 'not-a-picture'
  | 'unreadable'
  | 'busy'
  | 'aborted'

/** What is known beyond the reason: the name does not exist; the certificate has ended. */
export type RefusalDetail = 'no-such-host' | 'certificate-ended'

/** Seconds after which a fetch refused as busy may be retried. */
export const busyRetrySeconds = 5

const genericMessage = 'The page could not be read.'

/**
 * The error of all fetches. Blocked, refused and unreadable addresses must look the same to the caller (S09), so
 * the message is constant, there is no cause, and `reason` is not in the JSON. Only `busy` may be distinguished: it
 * concerns this server, not the address.
 */
export class FetchRefused extends Error {
  override name = 'FetchRefused'
  declare readonly reason: RefusalReason
  declare readonly detail: RefusalDetail | undefined

  /** @param reason for the log */
  constructor(reason: RefusalReason, detail?: RefusalDetail) {
    super(genericMessage)
    Object.defineProperty(this, 'reason', { value: reason, enumerable: false })
    Object.defineProperty(this, 'detail', { value: detail, enumerable: false })
  }

  /** Returns what may be sent to a client: the generic message only. */
  toJSON(): { name: string; message: string } {
    return { name: this.name, message: genericMessage }
  }
}
