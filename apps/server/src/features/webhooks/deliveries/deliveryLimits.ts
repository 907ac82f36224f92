/** The maximum number of concurrent calls of this server: per webhook, per person, and per host. */
const limits = { hook: 1, person: 3, host: 3 }
/** The delay until a webhook without a free slot asks again, in milliseconds. */
export const busyMs = 2_000
/** A person who has not asked again within this time no longer waits, in milliseconds. */
const maxWaitMs = 5 * busyMs

interface Caller {
  id: string
  owner_id: string
  address: string
}

/**
 * Prevents a slow receiver, or a person with many webhooks, from delaying the calls of others. People share the slots
 * of a host: those who were denied one get the next.
 */
export class DeliveryLimits {
  readonly #taken = new Map<string, number>()
  /** By host: when each person who was denied a slot asked first and last. */
  readonly #waiting = new Map<string, Map<string, { since: number; at: number }>>()
  readonly #clock: () => number

  /** @param clock a clock in milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** @returns a function that releases the slot; null when no slot is free */
  enter(hook: Caller): (() => void) | null {
    const host = hostOf(hook)
    const keys = [
      [`hook ${hook.id}`, limits.hook],
      [`person ${hook.owner_id}`, limits.person],
    ] as const
    if (keys.some(([key, limit]) => this.#count(key) >= limit)) return null
    if (this.#countBefore(host, hook.owner_id) >= limits.host - this.#count(`host ${host}`)) {
      this.#addWaiting(host, hook.owner_id)
      return null
    }
    this.#removeWaiting(host, hook.owner_id)
    const taken = [...keys.map(([key]) => key), `host ${host}`, `host ${host} ${hook.owner_id}`]
    for (const key of taken) this.#taken.set(key, this.#count(key) + 1)
    return () => {
      for (const key of taken) {
        const left = this.#count(key) - 1
        if (left > 0) this.#taken.set(key, left)
        else this.#taken.delete(key)
      }
    }
  }

  /** Returns true when another person waits for a slot of the webhook's host, with fewer slots there. */
  isWanted(hook: Caller): boolean {
    const host = hostOf(hook)
    const own = this.#count(`host ${host} ${hook.owner_id}`)
    return this.#listWaiting(host).some(
      ([person]) => person !== hook.owner_id && this.#count(`host ${host} ${person}`) < own,
    )
  }

  #count(key: string): number {
    return this.#taken.get(key) ?? 0
  }

  /** Returns how many waiting people come before this one: with fewer slots of the host, or waiting for longer. */
  #countBefore(host: string, person: string): number {
    const own = this.#count(`host ${host} ${person}`)
    const since = this.#waiting.get(host)?.get(person)?.since ?? Infinity
    return this.#listWaiting(host).filter(([other, waiting]) => {
      const difference = this.#count(`host ${host} ${other}`) - own
      return other !== person && (difference < 0 || (difference === 0 && waiting.since < since))
    }).length
  }

  #listWaiting(host: string) {
    const waiting = this.#waiting.get(host)
    const now = this.#clock()
    for (const [person, { at }] of waiting ?? [])
      // A clock that was set back must not keep them waiting.
      if (Math.abs(now - at) > maxWaitMs) this.#removeWaiting(host, person)
    return [...(waiting ?? [])]
  }

  #addWaiting(host: string, person: string): void {
    const waiting = this.#waiting.get(host) ?? new Map<string, { since: number; at: number }>()
    const now = this.#clock()
    waiting.set(person, { since: waiting.get(person)?.since ?? now, at: now })
    this.#waiting.set(host, waiting)
  }

  #removeWaiting(host: string, person: string): void {
    const waiting = this.#waiting.get(host)
    if (waiting?.delete(person) && waiting.size === 0) this.#waiting.delete(host)
  }
}

function hostOf({ address }: Caller): string {
  return URL.parse(address)?.host ?? ''
}
