import { stored } from '../storage.ts'
import { token } from '../token.ts'

const prefix = 'key_names:'
/** The most names; those of the keys that were saved last. */
const maxNames = 500

/** Returns the person whose names are read. */
const personOf = () => (token.get() === null ? null : stored.get('me_id'))

function read(person: string): Record<string, string> {
  try {
    return JSON.parse(stored.getPrefixed(prefix, person) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

/**
 * Returns the name that a key had in this browser. A key that is locked or removed, and entered again by its secret,
 * keeps it. The names are stored until logout.
 */
export function findKeyName(kid: string): string | undefined {
  const person = personOf()
  const name: unknown = person === null ? undefined : read(person)[kid]
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** Stores the names of keys by their ids, in place of those before. Those of other people are deleted. */
export function rememberKeyNames(keys: readonly { kid: string; label: string }[]): void {
  const person = personOf()
  if (person === null || keys.length === 0) return
  stored.removeWithPrefix(prefix, person)
  const added = Object.fromEntries(keys.map(({ kid, label }) => [kid, label]))
  const others = Object.entries(read(person)).filter(([kid]) => !(kid in added))
  const names = [...others, ...Object.entries(added)].slice(-maxNames)
  stored.setPrefixed(prefix, person, JSON.stringify(Object.fromEntries(names)))
}
