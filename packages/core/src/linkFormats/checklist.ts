import type { LibraryLink } from '../libraryFile/schema.ts'

/** Returns the lines of a checklist as Markdown has them, without a mark in front. */
export function formatChecklist(items: LibraryLink['checklist']): string[] {
  return items.map(({ text, done }) => `[${done ? 'x' : ' '}] ${text.replace(/\s+/gu, ' ')}`)
}
