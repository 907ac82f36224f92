import { type ClientStorage, removeWithPrefix } from '../storage.ts'

const prefix = 'key_names:'
/** The most names; those of the keys that were saved last. */
const maxNames = 500

/** The names that keys had on this device. They are stored until logout. */
export interface KeyNames {
  /** Returns the name that a key had. A key that is locked or removed, and entered again by its secret, keeps it. */
  findKeyName(kid: string): string | undefined
  /** Stores the names of keys by their ids, in place of those before. Those of other people are deleted. */
  rememberKeyNames(keys: readonly { kid: string; label: string }[]): void
}

/** Creates the store of the names of keys. @param getPerson returns the person whose names are read; null for none */
export function createKeyNames(storage: ClientStorage, getPerson: () => string | null): KeyNames {
  function read(person: string): Record<string, string> {
    try {
      return JSON.parse(storage.getItem(prefix + person) ?? '{}') as Record<string, string>
    } catch {
      return {}
    }
  }
  return {
    findKeyName(kid) {
      const person = getPerson()
      const name: unknown = person === null ? undefined : read(person)[kid]
      return typeof name === 'string' && name !== '' ? name : undefined
    },
    rememberKeyNames(keys) {
      const person = getPerson()
      if (person === null || keys.length === 0) return
      removeWithPrefix(storage, prefix, prefix + person)
      const added = Object.fromEntries(keys.map(({ kid, label }) => [kid, label]))
      const others = Object.entries(read(person)).filter(([kid]) => !(kid in added))
      const names = [...others, ...Object.entries(added)].slice(-maxNames)
      storage.setItem(prefix + person, JSON.stringify(Object.fromEntries(names)))
    },
  }
}
