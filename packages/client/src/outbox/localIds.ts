import type { Queue } from './queue.ts'

/**
 * The prefix of temporary IDs. An item created without a connection has this prefix plus its request key,
 * until the server returns an ID.
 */
const prefix = 'new:'

export const localId = (key: string) => prefix + key
export const isLocalId = (id: string) => id.startsWith(prefix)

/** The real IDs that the server has returned since the client was created. */
export interface LocalIds {
  /** Returns the input with temporary IDs replaced by known real ones. */
  replaceLocalIds<T>(input: T): T
  /** Records the real ID of a created item and replaces the temporary ID in all queued mutations. */
  setRealId(key: string, id: string): void
}

/** Creates the record of the IDs that the server has returned in place of temporary ones. */
export function createLocalIds({ readQueue, updateQueued }: Queue): LocalIds {
  const realIds = new Map<string, string>()
  function replaceLocalIds<T>(input: T): T {
    if (realIds.size === 0 || input === undefined) return input
    return JSON.parse(JSON.stringify(input), (_, value: unknown) =>
      typeof value === 'string' ? (realIds.get(value) ?? value) : value,
    ) as T
  }
  return {
    replaceLocalIds,
    setRealId(key, id) {
      realIds.set(localId(key), id)
      for (const each of readQueue())
        updateQueued(each.id, { input: replaceLocalIds(each.input), form: replaceLocalIds(each.form) })
    },
  }
}
