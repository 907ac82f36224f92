import type { ClientStorage } from './storage.ts'

/**
 * Creates a storage in memory.
 * @returns its texts by key, and a function that opens it once more: each tab receives what the others change
 */
export function createMemoryStorage(): { texts: Map<string, string>; openTab: () => ClientStorage } {
  const texts = new Map<string, string>()
  const tabs = new Set<Set<(key: string | null) => void>>()
  const openTab = (): ClientStorage => {
    const listeners = new Set<(key: string | null) => void>()
    tabs.add(listeners)
    const tellOthers = (key: string) => {
      for (const each of tabs) if (each !== listeners) for (const listener of each) listener(key)
    }
    return {
      getItem: key => texts.get(key) ?? null,
      setItem(key, text) {
        texts.set(key, text)
        tellOthers(key)
      },
      removeItem(key) {
        if (texts.delete(key)) tellOthers(key)
      },
      keys: () => [...texts.keys()],
      onChange: listener => void listeners.add(listener),
    }
  }
  return { texts, openTab }
}
