import { updateQueued, readQueue } from './queue.ts'

/** What is made without the network is called by this and the key of its request, until the server gives it an id. */
const prefix = 'new:'

export const localId = (key: string) => prefix + key
export const isLocalId = (id: string) => id.startsWith(prefix)

/** Those that the server has made since this page was loaded. */
const realIds = new Map<string, string>()

/** The same input with the ids that the server has given meanwhile. */
export function replaceLocalIds<T>(input: T): T {
  if (realIds.size === 0 || input === undefined) return input
  return JSON.parse(JSON.stringify(input), (_, value: unknown) =>
    typeof value === 'string' ? (realIds.get(value) ?? value) : value,
  ) as T
}

/** The server has made it: whatever waits and names it goes on with its id. */
export function setRealId(key: string, id: string): void {
  realIds.set(localId(key), id)
  for (const each of readQueue())
    updateQueued(each.id, { input: replaceLocalIds(each.input), form: replaceLocalIds(each.form) })
}
