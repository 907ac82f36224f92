import { stored } from '../../lib/storage.ts'
import { emptyValues, type LinkValues } from './linkFormValues.ts'

/** Unsaved forms by key: 'new' and the initial address or text for a new link, or the ID of the edited link. */
type Drafts = Record<string, LinkValues>

const most = 10

const readAll = (): Drafts => stored.read<Drafts>('drafts') ?? {}

/** The prefix of the keys of new links. */
export const newDraft = 'new'

export interface StoredDraft {
  key: string
  values: LinkValues
}

/** Returns the draft with a key, or null. */
export function readDraft(key: string): StoredDraft | null {
  const draft = readAll()[key]
  // A draft of an older version may lack fields.
  return draft ? { key, values: { ...emptyValues, ...draft } } : null
}

/** Returns the most recently changed draft of a new link, whatever it started with. */
export function newestDraft(): StoredDraft | null {
  const key = Object.keys(readAll()).findLast(each => each === newDraft || each.startsWith(`${newDraft} `))
  return key === undefined ? null : readDraft(key)
}

/** Stores the form on this device, so that a closed dialog or a reload loses nothing. */
export function storeDraft(key: string, values: LinkValues): void {
  const { [key]: _, ...others } = readAll()
  const kept = Object.entries(others).slice(-(most - 1))
  stored.write('drafts', { ...Object.fromEntries(kept), [key]: values })
}

/** Deletes a draft after it was saved or discarded. */
export function dropDraft(key: string): void {
  const { [key]: dropped, ...others } = readAll()
  if (!dropped) return
  if (Object.keys(others).length === 0) stored.remove('drafts')
  else stored.write('drafts', others)
}
