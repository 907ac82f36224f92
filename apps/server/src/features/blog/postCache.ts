/** For how long a value is fresh, and how long a failure is not tried again, in milliseconds. */
const freshMs = 300_000
const pauseMs = 60_000

interface Entry<T> {
  /** Absent while nothing was loaded yet. */
  value?: { of: T }
  /** When it is loaded again, in milliseconds. */
  due: number
  loading?: Promise<void> | undefined
}

/** Values that are loaded from elsewhere. */
export interface PostCache<T> {
  /** Returns the value, an old one while it is loaded again; undefined when there is none and it cannot be loaded. */
  get(key: string): Promise<T | undefined>
}

/**
 * Creates a cache that keeps what it has while the source is away.
 * @param load rejects when the source is away
 * @param options `max` is the number of values; the one that was asked for least recently makes way
 */
export function createPostCache<T>(
  load: (key: string) => Promise<T>,
  { now, onError, max = 200 }: { now: () => number; onError: (error: unknown) => void; max?: number },
): PostCache<T> {
  const entries = new Map<string, Entry<T>>()
  const refresh = async (key: string, entry: Entry<T>) => {
    try {
      entry.value = { of: await load(key) }
      entry.due = now() + freshMs
    } catch (error) {
      entry.due = now() + pauseMs
      onError(error)
    } finally {
      entry.loading = undefined
    }
  }
  return {
    async get(key) {
      const entry = entries.get(key) ?? { due: 0 }
      entries.delete(key)
      entries.set(key, entry)
      for (const oldest of entries.keys()) {
        if (entries.size <= max) break
        entries.delete(oldest)
      }
      if (now() >= entry.due) entry.loading ??= refresh(key, entry)
      if (!entry.value) await entry.loading
      return entry.value?.of
    },
  }
}
