import type { Locator, Page } from 'playwright-core'

/** Returns the first card or row of a link or collection that contains a text. */
export const findCard = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text }).first()

/** Returns the heading of the page. */
export const findHeading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name })

/** Selects an action from the menu at the heading of a collection or link. */
export async function selectHeadingAction(page: Page, action: string): Promise<void> {
  await page
    .getByRole('button', { name: /actions for/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Opens the share dialog of the collection or link whose page is open. */
export async function openShareDialog(page: Page, heading: string | RegExp): Promise<Locator> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await selectHeadingAction(page, 'Share')
  return page.getByRole('dialog')
}

/**
 * Opens the form for a new link with the keyboard.
 * @param category the number of the category, which is also its key
 */
export async function openLinkForm(page: Page, category = 3): Promise<Locator> {
  await page.keyboard.press('Control+l')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('What would you like to save?').waitFor()
  await page.keyboard.press(String(category))
  await dialog.getByRole('textbox', { name: 'Title' }).waitFor()
  return dialog
}
