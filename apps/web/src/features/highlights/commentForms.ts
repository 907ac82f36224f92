import { createStore } from '../../lib/store.ts'
import { token } from '../../lib/browser/token.ts'

/** The id of the highlight whose comment is being edited; null for none. It stays open while its row is not rendered. */
export const openComment = createStore<string | null>(null)

/** The texts of forms that were closed without saving, by the id of the highlight. They are stored for the session. */
const drafts = new Map<string, string>()

/** Returns the text that was not saved; undefined where there is none. */
export const readDraft = (id: string): string | undefined => drafts.get(id)

/** Keeps the text of a form; null forgets it. */
export function keepDraft(id: string, text: string | null): void {
  if (text === null) drafts.delete(id)
  else drafts.set(id, text)
}

// They belong to the user.
token.subscribe(() => {
  drafts.clear()
  openComment.set(null)
})
