import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitForIdle } from './testEnvironment.ts'

/** An entry of a menu. */
export interface Entry {
  label: string
  /** The entry is one of several options (`menuitemradio`). The menu marks the selected one. */
  choice: boolean
  /** The entry has no effect: it is the selected option or disabled. */
  idle: boolean
  /** The target, if the entry is a link. */
  href: string | null
  /** The link opens a new window. */
  opensWindow: boolean
}

/** The accessible name of a menu, and its entries in order. */
export interface Menu {
  name: string
  entries: Entry[]
}

/** Returns every visible button that opens a menu and is not part of an inert preview. */
export const findTriggers = (page: Page): Locator =>
  page.locator('[aria-haspopup=menu]:not([inert] *):visible')
export const findMenu = (page: Page): Locator => page.getByRole('menu')

/** Taps an element on the phone, and clicks it otherwise. */
export async function press(page: Page, target: Locator): Promise<void> {
  if (page.viewportSize()!.width < 820) await target.tap()
  // Playwright hovers over the element first, which shows the buttons of a card or row.
  else await target.click()
}

/** Opens a menu and checks it; see {@link checkMenu}. */
export async function openMenu(page: Page, trigger: Locator): Promise<Menu> {
  await press(page, trigger)
  return checkMenu(page)
}

/**
 * Checks that the entire open menu is usable: it is inside the window, nothing covers an entry, and each entry is
 * large enough for the device (44 px for touch, 24 px for a mouse).
 */
export async function checkMenu(page: Page): Promise<Menu> {
  // A menu that two components open fails here, too.
  await findMenu(page).waitFor()
  // The menu is animated while it opens.
  await expect.poll(() => findMenu(page).evaluate(menu => menu.getAnimations().length)).toBe(0)
  const { name, box, entries } = await findMenu(page).evaluate(menu => {
    const { left, top, right, bottom } = menu.getBoundingClientRect()
    return {
      name: menu.ariaLabel!,
      box: { left, top, right, bottom },
      entries: [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].map(entry => {
        // A menu that is higher than the window scrolls.
        entry.scrollIntoView({ block: 'nearest' })
        const rect = entry.getBoundingClientRect()
        const hit = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2)
        return {
          label: entry.querySelector('.grow, .sr')!.textContent,
          choice: entry.role === 'menuitemradio',
          idle: entry.ariaChecked === 'true' || entry.ariaDisabled === 'true',
          href: entry.getAttribute('href'),
          opensWindow: entry.getAttribute('target') === '_blank',
          height: rect.height,
          inside: rect.left >= left && rect.right <= right && rect.top >= top && rect.bottom <= bottom,
          hit: entry.contains(hit) ? 'itself' : (hit?.outerHTML.slice(0, 120) ?? 'nothing'),
        }
      }),
    }
  })
  const { width, height } = page.viewportSize()!
  expect(box.left, name).toBeGreaterThanOrEqual(0)
  expect(box.top, name).toBeGreaterThanOrEqual(0)
  expect(box.right, name).toBeLessThanOrEqual(width)
  expect(box.bottom, name).toBeLessThanOrEqual(height)
  expect(entries.length, name).toBeGreaterThan(0)
  for (const entry of entries) {
    expect([entry.hit, entry.inside], `${name}: ${entry.label}`).toEqual(['itself', true])
    expect(entry.height, `${name}: ${entry.label}`).toBeGreaterThanOrEqual(width < 820 ? 44 : 24)
  }
  return { name, entries }
}

/** Closes all open menus and dialogs. Each Escape closes one. */
export async function closeAll(page: Page): Promise<void> {
  const open = page.locator('[role=menu], [role=dialog], dialog[open]')
  await expect
    .poll(async () => {
      if ((await open.count()) > 0) await page.keyboard.press('Escape')
      return open.count()
    })
    .toBe(0)
}

type Effect = (page: Page) => Promise<unknown>

/** Returns the open dialogs. The side panel is a `<dialog>` without a role attribute and is excluded. */
const findDialogs = (page: Page) => page.locator('[role=dialog]')
const topDialog = (page: Page) => findDialogs(page).last()
const dialogOpens: Effect = page => topDialog(page).getByRole('button').first().waitFor()
const textAppears =
  (text: RegExp | string): Effect =>
  page =>
    page.getByText(text).first().waitFor()
const callSucceeds =
  (path: RegExp): Effect =>
  page =>
    page.waitForResponse(response => path.test(response.url()) && response.ok())
const schemeBecomes =
  (scheme: string): Effect =>
  page =>
    page.waitForFunction(name => document.documentElement.dataset.colorScheme === name, scheme)

/**
 * Presses Cancel, Close or OK of the topmost dialog, and waits until the dialog is closed. Fails if something covers the
 * button, because the user could not press it.
 */
async function closeByButton(page: Page): Promise<void> {
  const dialogs = findDialogs(page)
  const count = await dialogs.count()
  const button = topDialog(page)
    .getByRole('button', { name: /^(Cancel|Close|OK)$/ })
    .last()
  await button.waitFor()
  // The button moves when the contents of the dialog arrive.
  await waitForIdle(page)
  const name = (await topDialog(page).innerText()).split('\n')[0]
  // The dialog is animated while it opens.
  await expect
    .poll(
      () =>
        button.evaluate(element => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const hit = document.elementFromPoint(left + width / 2, top + height / 2)
          return element.contains(hit) ? 'itself' : (hit?.outerHTML.slice(0, 120) ?? 'nothing')
        }),
      { message: `${name}: ${await button.innerText()}` },
    )
    .toBe('itself')
  await press(page, button)
  await expect.poll(() => dialogs.count(), { message: `${name} closes` }).toBe(count - 1)
}

/** The phone shows a sheet, which is a dialog; a wider window shows a panel next to the list. */
const peekOpens: Effect = async page => {
  if (page.viewportSize()!.width < 820) return dialogOpens(page)
  const panel = page.getByRole('complementary', { name: 'Preview of the link' })
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
}

/** The effect of each entry by its label. A new entry that is neither a link nor an option needs a line here. */
const effects: Record<string, Effect> = {
  'Copy address': textAppears('Address was copied'),
  'Add to favourites': callSucceeds(/fav-folders|fav-unfav-link/),
  'Remove from favourites': callSucceeds(/fav-folders|fav-unfav-link/),
  Peek: peekOpens,
  Share: dialogOpens,
  Edit: dialogOpens,
  Tags: dialogOpens,
  'Add tags': dialogOpens,
  Keep: callSucceeds(/keep-links/),
  Move: dialogOpens,
  'Use as cover': textAppears('Cover was changed'),
  'Remove cover': textAppears('Cover was removed'),
  Trash: dialogOpens,
  Delete: dialogOpens,
  'Merge into…': dialogOpens,
  Activity: dialogOpens,
  'Leave collection': dialogOpens,
  'Add a collection here': dialogOpens,
  'Fill from feeds': dialogOpens,
  Encrypt: dialogOpens,
  'Encrypt collection': dialogOpens,
  'Move up': callSucceeds(/place-folder/),
  'Move down': callSucceeds(/place-folder/),
  'Permanently delete': dialogOpens,
  Remove: dialogOpens,
  'Remove files, keep link': dialogOpens,
  Approve: dialogOpens,
  View: dialogOpens,
  'By tag…': dialogOpens,
  Link: dialogOpens,
  Collection: dialogOpens,
  'Upload files': page => page.waitForEvent('filechooser'),
  'Save from any page': dialogOpens,
  Import: dialogOpens,
  Export: dialogOpens,
  Shortcuts: dialogOpens,
  'Switch to dark': schemeBecomes('dark'),
  'Switch to light': schemeBecomes('light'),
  'Search these links': page => page.getByRole('searchbox', { name: 'Search these links' }).waitFor(),
  'Add comment': page => page.getByRole('textbox', { name: 'Comment for highlight' }).waitFor(),
  'Edit comment': page => page.getByRole('textbox', { name: 'Comment for highlight' }).waitFor(),
  'Delete comment': callSucceeds(/save-highlight/),
  'Copy as quote': textAppears('Quote copied'),
  'Copy all as Markdown': textAppears('Highlights copied'),
  'Delete highlight': textAppears('Highlight deleted'),
  'Add to collection': dialogOpens,
  'Delete all highlights': dialogOpens,
  'Export as Markdown': page => page.waitForEvent('download'),
  'Export as CSV': page => page.waitForEvent('download'),
  'Export as JSON': page => page.waitForEvent('download'),
  Select: page => page.getByRole('toolbar', { name: /^Selected/ }).waitFor(),
}

/**
 * Selects an entry of a menu and waits for its effect. Opens the menu first if it is closed. Closes a dialog that the
 * entry opens. After an option, the menu is open and marks the option.
 * @param trigger the button of the menu
 */
export async function selectEntry(page: Page, trigger: Locator, entry: Entry): Promise<void> {
  if ((await findMenu(page).count()) === 0) await press(page, trigger)
  const item = findMenu(page)
    .locator('[role^=menuitem]')
    .filter({ has: page.getByText(entry.label, { exact: true }) })
  await item.waitFor()
  await Promise.all([press(page, item), entry.choice ? undefined : checkEffect(page, entry)])
  await findMenu(page).waitFor({ state: 'detached' })
  if (!entry.choice) {
    const opens = entry.href === null && (effects[entry.label] === dialogOpens || entry.label === 'Restore')
    if (opens && (await findDialogs(page).count()) > 0) await closeByButton(page)
    return
  }
  await press(page, trigger)
  await expect.poll(() => item.getAttribute('aria-checked'), { message: entry.label }).toBe('true')
}

async function checkEffect(page: Page, { label, href, opensWindow }: Entry): Promise<void> {
  if (href !== null && opensWindow) return (await page.waitForEvent('popup')).close()
  if (href !== null)
    return page.waitForURL(url =>
      [url.pathname, url.pathname + url.search].some(path => path + url.hash === href),
    )
  const effect = effects[label]
  // It restores immediately or opens a dialog first, depending on the items in the trash.
  if (label === 'Restore') await Promise.race([dialogOpens(page), textAppears(/restored successfully/)(page)])
  // Tidy offers an undo instead of a dialog.
  else if (label === 'Trash') await Promise.race([dialogOpens(page), callSucceeds(/trash-links/)(page)])
  else if (label === 'Logout') await expect.poll(() => page.url()).toMatch(/\/accounts\/login/)
  else if (!effect) throw new Error(`The effect of “${label}” is not listed in menuCheck.ts.`)
  else await effect(page)
}
