import type { Locator, Page } from 'playwright-core'

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

/** Opens an entry of the account menu on the dashboard. */
async function openItem(page: Page, item: string): Promise<void> {
  await page.getByText('Recent links').waitFor()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Opens the export from the dashboard. */
export async function openExport(page: Page) {
  await openItem(page, 'Export')
  return page.getByRole('dialog')
}

/** Opens the import from the dashboard. */
export async function openImport(page: Page) {
  await openItem(page, 'Import')
  await page.getByRole('heading', { name: 'Look first, then import' }).waitFor()
  return page.getByRole('main')
}

type ChosenFile = Parameters<Locator['setInputFiles']>[0]

/** Chooses a file on the page of the import, and imports it as its preview proposes. */
export async function importFile(page: Page, file: ChosenFile): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^Import \d/ }).click()
}
