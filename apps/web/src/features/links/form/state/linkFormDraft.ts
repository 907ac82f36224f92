import { stored } from '../../../../lib/browser/storage.ts'
import { emptyValues, type LinkValues } from './linkFormValues.ts'

/** Unsaved forms by key: 'new' and the initial address or text for a new link, or the ID of the edited link. */
type Drafts = Record<string, LinkValues>

const maxDrafts = 10

const readDrafts = (): Drafts => stored.read<Drafts>('drafts') ?? {}

/** The prefix of the keys of new links. */
export const newDraftKey = 'new'

export interface StoredDraft {
  key: string
  values: LinkValues
}

/** Returns the draft with a key, or null. */
export function readDraft(key: string): StoredDraft | null {
  const draft = readDrafts()[key]
  // A draft of an older version may lack fields.
  return draft ? { key, values: { ...emptyValues, ...draft } } : null
}

/** Returns the most recently changed draft of a new link, with any initial values. */
export function readNewestDraft(): StoredDraft | null {
  const key = Object.keys(readDrafts()).findLast(
    each => each === newDraftKey || each.startsWith(`${newDraftKey} `),
  )
  return key === undefined ? null : readDraft(key)
}

/** Stores the form on this device, so that a closed dialog or a reload loses nothing. */
export function storeDraft(key: string, values: LinkValues): void {
  const { [key]: _, ...others } = readDrafts()
  const newestOthers = Object.entries(others).slice(-(maxDrafts - 1))
  stored.write('drafts', { ...Object.fromEntries(newestOthers), [key]: values })
}

/** Deletes a draft after it was saved or discarded. */
export function deleteDraft(key: string): void {
  const { [key]: draft, ...others } = readDrafts()
  if (!draft) return
  if (Object.keys(others).length === 0) stored.remove('drafts')
  else stored.write('drafts', others)
}
