import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** One entry of a menu. */
export interface Entry {
  label: string
  /** It is one of several choices; choosing it shows in the menu. */
  choice: boolean
  /** Choosing it does nothing: it is the present choice, or greyed. */
  idle: boolean
  /** Where it leads, when it is a link. */
  href: string | null
  /** It leads to a window of its own. */
  outside: boolean
}

/** What a menu is called, and its entries in their order. */
export interface Menu {
  name: string
  entries: Entry[]
}

/** Returns every button of the page that opens a menu, can be seen and is no part of a mere preview. */
export const findTriggers = (page: Page): Locator =>
  page.locator('[aria-haspopup=menu]:not([inert] *):visible')
export const findMenu = (page: Page): Locator => page.getByRole('menu')

/** Presses an element as the device does: with a finger on the phone, with the mouse otherwise. */
export async function press(page: Page, target: Locator): Promise<void> {
  if (page.viewportSize()!.width < 820) await target.tap()
  // Playwright rests the pointer on it first, which shows the buttons of a card or row.
  else await target.click()
}

/** Presses a button and checks the menu that it opens; see {@link checkMenu}. */
export async function openMenu(page: Page, trigger: Locator): Promise<Menu> {
  await press(page, trigger)
  await findMenu(page).waitFor()
  return checkMenu(page)
}

/**
 * Checks that a person can use the whole of the open menu: it lies in the window, nothing covers an entry, and each
 * entry is large enough for the device (44 px for a finger, 24 px for a mouse).
 */
export async function checkMenu(page: Page): Promise<Menu> {
  expect(await findMenu(page).count()).toBe(1)
  // It moves by some pixels while it opens.
  await expect.poll(() => findMenu(page).evaluate(menu => menu.getAnimations().length)).toBe(0)
  const { name, box, entries } = await findMenu(page).evaluate(menu => {
    const { left, top, right, bottom } = menu.getBoundingClientRect()
    return {
      name: menu.ariaLabel!,
      box: { left, top, right, bottom },
      entries: [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].map(entry => {
        // A menu longer than the window scrolls in itself.
        entry.scrollIntoView({ block: 'nearest' })
        const at = entry.getBoundingClientRect()
        const hit = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2)
        return {
          label: entry.querySelector('.grow')!.textContent,
          choice: entry.role === 'menuitemradio',
          idle: entry.ariaChecked === 'true' || entry.ariaDisabled === 'true',
          href: entry.getAttribute('href'),
          outside: entry.getAttribute('target') === '_blank',
          height: at.height,
          inside: at.left >= left && at.right <= right && at.top >= top && at.bottom <= bottom,
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

/** Closes every menu and dialog that stands open, one with each Escape. */
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

/** The dialogs that stand open. The panel at the side is a dialog of the browser, and has its role without saying it. */
const dialogsOf = (page: Page) => page.locator('[role=dialog]')
const topDialog = (page: Page) => dialogsOf(page).last()
const dialog: Effect = page => topDialog(page).getByRole('button').first().waitFor()
const said =
  (words: RegExp | string): Effect =>
  page =>
    page.getByText(words).first().waitFor()
const call =
  (path: RegExp): Effect =>
  page =>
    page.waitForResponse(answer => path.test(answer.url()) && answer.ok())
const scheme =
  (now: string): Effect =>
  page =>
    page.waitForFunction(dark => document.documentElement.dataset.mantineColorScheme === dark, now)

/**
 * Presses Cancel or Close of the topmost dialog, and waits until it is gone. A dialog that lies beneath something else is
 * there, and looks like any other, but nobody can press anything in it.
 */
async function closeByPress(page: Page): Promise<void> {
  const dialogs = dialogsOf(page)
  const count = await dialogs.count()
  const ways = topDialog(page).getByRole('button', { name: /^(Cancel|Close|OK)$/ })
  const way = ways.last()
  await way.waitFor()
  const name = (await topDialog(page).innerText()).split('\n')[0]
  // It slides in.
  await expect
    .poll(
      () =>
        way.evaluate(button => {
          const { left, top, width, height } = button.getBoundingClientRect()
          const hit = document.elementFromPoint(left + width / 2, top + height / 2)
          return button.contains(hit) ? 'itself' : (hit?.outerHTML.slice(0, 120) ?? 'nothing')
        }),
      { message: `${name}: ${await way.innerText()}` },
    )
    .toBe('itself')
  await press(page, way)
  await expect.poll(() => dialogs.count(), { message: `${name} closes` }).toBe(count - 1)
}

/** What choosing an entry comes to. A new entry that is neither a link nor a choice needs a line here. */
const effects: Record<string, Effect> = {
  'Copy address': said('Address was copied'),
  'Add to favourites': call(/fav-folders|fav-unfav-link/),
  'Remove from favourites': call(/fav-folders|fav-unfav-link/),
  Share: dialog,
  Edit: dialog,
  Move: dialog,
  Trash: dialog,
  Delete: dialog,
  'Merge into…': dialog,
  Activity: dialog,
  'Add a collection here': dialog,
  'Move one place back': call(/place-folder/),
  'Move one place on': call(/place-folder/),
  'Permanently delete': dialog,
  Remove: dialog,
  Approve: dialog,
  View: dialog,
  'By tag…': dialog,
  Link: dialog,
  Collection: dialog,
  'Save from any page': dialog,
  Import: dialog,
  Export: dialog,
  Shortcuts: dialog,
  'Switch to dark': scheme('dark'),
  'Switch to light': scheme('light'),
  'Search these links': page => page.getByRole('searchbox', { name: 'Search these links' }).waitFor(),
  Select: page => page.getByRole('toolbar', { name: /^Selected/ }).waitFor(),
}

/**
 * Chooses an entry of a menu, and waits for what the entry is there for; a dialog is closed again by a button of its own. Opens the menu first where it is closed; after one
 * of several choices the menu stands open, and shows it.
 * @param trigger the button of the menu
 */
export async function choose(page: Page, trigger: Locator, entry: Entry): Promise<void> {
  if ((await findMenu(page).count()) === 0) await press(page, trigger)
  const item = findMenu(page)
    .locator('[role^=menuitem]')
    .filter({ has: page.getByText(entry.label, { exact: true }) })
  await item.waitFor()
  await Promise.all([press(page, item), entry.choice ? undefined : checkEffect(page, entry)])
  await findMenu(page).waitFor({ state: 'detached' })
  if (!entry.choice) {
    const opens = entry.href === null && (effects[entry.label] === dialog || entry.label === 'Restore')
    if (opens && (await dialogsOf(page).count()) > 0) await closeByPress(page)
    return
  }
  await press(page, trigger)
  await expect.poll(() => item.getAttribute('aria-checked'), { message: entry.label }).toBe('true')
}

async function checkEffect(page: Page, { label, href, outside }: Entry): Promise<void> {
  if (href !== null && outside) return (await page.waitForEvent('popup')).close()
  if (href !== null) return page.waitForURL(url => url.pathname === href)
  const effect = effects[label]
  // What it restores depends on whether links or collections lie in the trash.
  if (label === 'Restore') await Promise.race([dialog(page), said(/restored successfully/)(page)])
  else if (label === 'Logout') await expect.poll(() => page.url()).toMatch(/\/accounts\/login/)
  else if (!effect) throw new Error(`Nobody says what “${label}” does.`)
  else await effect(page)
}
