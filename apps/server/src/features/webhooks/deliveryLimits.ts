/** How many calls this server makes at once: to one webhook, for one person, and to one host. */
const most = { hook: 1, person: 3, host: 3 }

/** Keeps a slow receiver, or somebody with many, from holding up the calls of others. */
export class DeliveryLimits {
  readonly #taken = new Map<string, number>()

  /** @returns gives the lane back; null when there is none free now */
  enter(hook: { id: string; owner_id: string; address: string }): (() => void) | null {
    const keys = [
      [`hook ${hook.id}`, most.hook],
      [`person ${hook.owner_id}`, most.person],
      [`host ${URL.parse(hook.address)?.host}`, most.host],
    ] as const
    if (keys.some(([key, limit]) => (this.#taken.get(key) ?? 0) >= limit)) return null
    for (const [key] of keys) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1)
    return () => {
      for (const [key] of keys) {
        const left = this.#taken.get(key)! - 1
        if (left > 0) this.#taken.set(key, left)
        else this.#taken.delete(key)
      }
    }
  }
}
