import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import { closeAll, type Entry, findTriggers, openMenu, selectEntry } from './menuCheck.ts'
import { waitForIdle } from './testEnvironment.ts'

/** Waits until a page has content and has received everything that it requested. */
async function waitForContent(page: Page): Promise<void> {
  await page.locator('h1, h2, [role=dialog], main p').first().waitFor()
  await waitForIdle(page)
}

/** Loads the page at an address. */
export async function loadPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitForContent(page)
}

/** Navigates to an address like a link of the page, without a reload. */
async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await waitForContent(page)
}

/** Goes back to an address. Reloads the page if its number of menus is not `count`, because an entry has changed it. */
async function returnTo(page: Page, address: string, count: number): Promise<void> {
  const { pathname, search } = new URL(page.url())
  if (pathname + search !== address)
    // The page that an entry opened may still be loading, which interrupts other navigations.
    await navigate(page, address).catch(() => vi.waitFor(() => loadPage(page, address), { timeout: 30_000 }))
  if ((await findTriggers(page).count()) !== count) await loadPage(page, address)
}

/** The menus and entries that one user has opened and selected so far in one window. */
export class MenuLog {
  /** The entries of each menu, by the menu's name. */
  readonly menus = new Map<string, string[]>()
  readonly inHeader = new Set<string>()
  readonly selected = new Set<string>()
  /** Selects an entry of the same label in one menu only. */
  readonly oncePerLabel: boolean

  constructor(oncePerLabel: boolean) {
    this.oncePerLabel = oncePerLabel
  }
}

/**
 * Opens every menu of a page and selects every entry that was not selected before. Opens the menus of the page header,
 * which are on every page, once.
 * @param which matches the names of the menus whose entries are selected
 */
export async function useAllMenus(page: Page, address: string, log: MenuLog, which = /./): Promise<void> {
  await navigate(page, address)
  // An entry can reduce the number of menus.
  let count = await findTriggers(page).count()
  for (let at = 0; at < count; at++) {
    await waitForIdle(page)
    // The previous entry may have removed a menu.
    count = await findTriggers(page).count()
    if (at >= count) break
    const trigger = findTriggers(page).nth(at)
    const headerLabel = await trigger.evaluate(button => button.closest('header') && button.ariaLabel)
    if (headerLabel !== null && log.inHeader.has(headerLabel)) continue
    if (headerLabel !== null) log.inHeader.add(headerLabel)
    const { name, entries } = await openMenu(page, trigger)
    log.menus.set(
      name,
      entries.map(({ label }) => label),
    )
    await closeAll(page)
    const all = entries.map(({ label, choice }) => `${label}${choice ? '?' : ''}`).join()
    // The browser opens a new window in the same way from every menu, so such an entry is selected once.
    const keyFor = ({ label, opensWindow }: Entry) =>
      opensWindow || log.oncePerLabel ? label : `${all}: ${label}`
    const newEntries = entries.filter(
      entry =>
        which.test(name) && entry.label !== 'Logout' && !entry.idle && !log.selected.has(keyFor(entry)),
    )
    for (const [index, entry] of newEntries.entries()) {
      log.selected.add(keyFor(entry))
      await selectEntry(page, trigger, entry)
      // After an option the menu is open, so the next option can be selected immediately.
      if (entry.choice && newEntries[index + 1]?.choice) continue
      await closeAll(page)
      await returnTo(page, address, count)
      count = await findTriggers(page).count()
    }
  }
}
