import type { Locator, Page } from 'playwright-core'
import { press } from './menuCheck.ts'

/** Returns the first card or row of a link or collection that contains a text. */
export const findCard = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('article').filter({ hasText: text }).first()

/** Returns the heading of the page. */
export const findHeading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name })

/** Selects an option of a select (`ui/menus/Select.tsx`). */
export async function chooseOption(select: Locator, label: string): Promise<void> {
  const page = select.page()
  await press(page, select)
  await press(page, page.getByRole('option', { name: label, exact: true }))
}

/** Returns the names of the options of a select. */
export async function readOptions(select: Locator): Promise<string[]> {
  const page = select.page()
  await press(page, select)
  await page.getByRole('option').first().waitFor()
  const names = await page.getByRole('option').allInnerTexts()
  await page.keyboard.press('Escape')
  return names
}

/** Opens the menu of a card with the mouse. */
export async function openCardMenu(page: Page, text: string): Promise<void> {
  const card = findCard(page, text)
  await card.hover()
  await card
    .getByRole('button', { name: /actions for/i })
    .first()
    .click()
  // Its entries may be loaded only now.
  await page.getByRole('menuitem').first().waitFor()
}

/** Selects an action from the menu of a card with the mouse. */
export async function selectCardAction(page: Page, text: string, action: string | RegExp): Promise<void> {
  await openCardMenu(page, text)
  await page.getByRole('menuitem', { name: action }).click()
}

/** Opens the share dialog of the collection or link whose page is open. */
export async function openShareDialog(page: Page, heading: string | RegExp): Promise<Locator> {
  await findHeading(page, heading).waitFor()
  await page
    .getByRole('button', { name: /actions for/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
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
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Title' }).waitFor()
  return dialog
}
