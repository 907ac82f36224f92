import { stored } from '../../lib/storage.ts'
import { emptyValues, type LinkValues } from './linkFormValues.ts'

/** What was typed and not saved: 'new' and what it began with for a link to be, else the id of the link that was being changed. */
type Drafts = Record<string, LinkValues>

const most = 10

const readAll = (): Drafts => stored.read<Drafts>('drafts') ?? {}

/** How the keys of links to be begin. */
export const newDraft = 'new'

export interface StoredDraft {
  key: string
  values: LinkValues
}

/** The draft kept under a key, or null. */
export function readDraft(key: string): StoredDraft | null {
  const draft = readAll()[key]
  // An older version of the page may have kept less.
  return draft ? { key, values: { ...emptyValues, ...draft } } : null
}

/** The draft of a link to be that was typed into last, whatever it began with. */
export function newestDraft(): StoredDraft | null {
  const key = Object.keys(readAll()).findLast(each => each === newDraft || each.startsWith(`${newDraft} `))
  return key === undefined ? null : readDraft(key)
}

/** Keeps what is in the form on this device, so that a closed dialog or a reload loses nothing. */
export function storeDraft(key: string, values: LinkValues): void {
  const { [key]: _, ...others } = readAll()
  const kept = Object.entries(others).slice(-(most - 1))
  stored.write('drafts', { ...Object.fromEntries(kept), [key]: values })
}

/** Forgets a draft: it was saved, or is not wanted. */
export function dropDraft(key: string): void {
  const { [key]: dropped, ...others } = readAll()
  if (!dropped) return
  if (Object.keys(others).length === 0) stored.remove('drafts')
  else stored.write('drafts', others)
}
