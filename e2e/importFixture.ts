import type { Page } from 'playwright-core'

/** Returns a bookmark file for a file input. @param rows HTML */
export const createBookmarkFile = (rows: string) => ({
  name: 'bookmarks.html',
  mimeType: 'text/html',
  buffer: Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${rows}\n</DL><p>`),
})

/** Returns the rows of links with numbers in their titles. */
export const createRows = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, n) => `<DT><A HREF="https://example.org/${from + n}">Number ${from + n}</A>`,
  ).join('\n')

/** Opens a dialog of the account menu on the dashboard. */
export async function openDialog(page: Page, item: 'Import' | 'Export') {
  await page.getByText('Recent links').waitFor()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  return page.getByRole('dialog')
}
