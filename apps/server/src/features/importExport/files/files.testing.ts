import type { Job } from '@nestmark/contract/jobs'
import type { TestApp } from '../../../test/support/app.ts'
import { waitForEnd } from '../../../test/support/jobs.ts'
import type { Person } from '../../../test/support/people.ts'

/**
 * Imports a bookmark file and waits for its end.
 * @param fields further fields of the form
 */
export function importText(
  app: TestApp,
  who: Person,
  text: string,
  fields: Record<string, string> = {},
): Promise<Job> {
  return importBytes(app, who, Buffer.from(text), { type: 'html', ...fields })
}

/**
 * Imports a file of any format and waits for its end.
 * @param fields further fields of the form
 */
export async function importBytes(
  app: TestApp,
  who: Person,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
): Promise<Job> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'bookmarks.html')
  const headers = { authorization: `Bearer ${who.token}` }
  const answer = await fetch(`${app.origin}/api/import-bookmarks`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data?: { job: string } }
  return waitForEnd(who, data?.job)
}

/** Returns a person's exported file. */
export async function exportText(app: TestApp, who: Person): Promise<string> {
  const headers = { authorization: `Bearer ${who.token}` }
  const answer = await fetch(`${app.origin}/api/export-bookmarks`, { method: 'POST', headers })
  return answer.text()
}

/** Returns the content of a bookmark file: what is inside its list. */
export const bookmarkText = (rows: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${rows}</DL><p>`
