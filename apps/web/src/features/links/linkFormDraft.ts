import { stored } from '../../lib/storage.ts'
import { emptyValues, type LinkValues } from './linkFormValues.ts'

/** What was typed and not saved: 'new' for a link to be, else the id of the link that was being changed. */
type Drafts = Record<string, LinkValues>

const most = 10

const readAll = (): Drafts => stored.read<Drafts>('drafts') ?? {}

/** The draft kept under a key, or null. */
export function readDraft(key: string): LinkValues | null {
  const draft = readAll()[key]
  // An older version of the page may have kept less.
  return draft ? { ...emptyValues, ...draft } : null
}

/** Keeps what is in the form on this device, so that a closed dialog or a reload loses nothing. */
export function keepDraft(key: string, values: LinkValues): void {
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
