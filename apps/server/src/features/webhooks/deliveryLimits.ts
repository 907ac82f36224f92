/** The maximum number of concurrent calls of this server: per webhook, per person, and per host. */
const limits = { hook: 1, person: 3, host: 3 }

/** Prevents a slow receiver, or a person with many webhooks, from delaying the calls of others. */
export class DeliveryLimits {
  readonly #taken = new Map<string, number>()

  /** @returns a function that releases the slot; null when no slot is free */
  enter(hook: { id: string; owner_id: string; address: string }): (() => void) | null {
    const keys = [
      [`hook ${hook.id}`, limits.hook],
      [`person ${hook.owner_id}`, limits.person],
      [`host ${URL.parse(hook.address)?.host}`, limits.host],
    ] as const
    if (keys.some(([key, limit]) => (this.#taken.get(key) ?? 0) >= limit)) return null
    for (const [key] of keys) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1)
    return () => {
      for (const [key] of keys) {
        const left = (this.#taken.get(key) ?? 0) - 1
        if (left > 0) this.#taken.set(key, left)
        else this.#taken.delete(key)
      }
    }
  }
}
