import { FetchRefused, type RefusalReason } from '../../../fetching/requests/fetchRefused.ts'

/** The failures in a row after which a host is skipped. */
const maxFailures = 3
/** How long a host is skipped after its last failure, in milliseconds. */
const skippedMs = 10 * 60_000
/** The number of hosts that are remembered. */
const maxHosts = 2000

/** The reasons that concern the entire host. Others concern one address, or this server. */
const hostReasons = new Set<RefusalReason>([
  'dns',
  'connect',
  'tls',
  'connect-timeout',
  'first-byte-timeout',
  'total-timeout',
])

/**
 * Remembers the hosts that an owner's imports could not reach: each further picture of such a host would wait for its
 * timeout. It remains over several jobs, because each batch of an import has its own.
 */
export class UnreachableHosts {
  readonly #steady: () => number
  readonly #failures = new Map<string, { count: number; at: number }>()

  /** @param steady the current time of a monotonic clock, in milliseconds */
  constructor(steady: () => number) {
    this.#steady = steady
  }

  /**
   * Fetches from an address, unless its host is skipped now.
   * @param isLast true on the last attempt, which a busy server ends, too
   * @returns null when it could not be fetched
   * @throws FetchRefused when the server is busy or stops, so that the job is retried
   */
  async fetch<T>(
    ownerId: string,
    address: string,
    isLast: boolean,
    work: () => Promise<T>,
  ): Promise<T | null> {
    if (this.#has(ownerId, address)) return null
    try {
      const found = await work()
      this.#note(ownerId, address, null)
      return found
    } catch (error) {
      if (!(error instanceof FetchRefused) || error.reason === 'aborted') throw error
      if (error.reason === 'busy' && !isLast) throw error
      if (error.reason !== 'busy') this.#note(ownerId, address, error.reason)
      return null
    }
  }

  /** Returns whether the host of an address is skipped now. */
  #has(ownerId: string, address: string): boolean {
    const key = toKey(ownerId, address)
    const known = this.#failures.get(key)
    if (!known || known.count < maxFailures) return false
    if (this.#steady() - known.at < skippedMs) return true
    this.#failures.delete(key)
    return false
  }

  /** @param reason why the fetch failed; null for an answer of the host */
  #note(ownerId: string, address: string, reason: RefusalReason | null): void {
    const key = toKey(ownerId, address)
    const known = this.#failures.get(key)
    // The last one that failed is the last one to be forgotten.
    this.#failures.delete(key)
    if (reason === null || !hostReasons.has(reason)) return
    this.#failures.set(key, { count: (known?.count ?? 0) + 1, at: this.#steady() })
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > maxHosts && oldest !== undefined) this.#failures.delete(oldest)
  }
}

const toKey = (ownerId: string, address: string) => `${ownerId} ${URL.parse(address)?.origin ?? ''}`
