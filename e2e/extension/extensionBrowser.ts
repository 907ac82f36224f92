import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { SystemBrowser } from '../support/systemBrowsers.ts'

export type Key = 'Escape' | 'Enter' | 'Tab' | 'ArrowDown'

/** A tab of a browser with the extension, driven by expressions that run in its page. */
export interface Tab {
  /** The id of the tab for `browser.tabs`; undefined for pages of the extension. */
  id: number
  /** Evaluates a JavaScript expression in the page, and waits for a promise. The result must be JSON. */
  evaluate<T = unknown>(expression: string): Promise<T>
  goto(url: string): Promise<void>
  /** Clicks with the pointer, as a person does: a prompt of the browser needs that. */
  click(selector: string): Promise<void>
  /** Clicks at a place of the window, in pixels. The extension's bar is in a closed root, which no selector reaches. */
  clickAt(x: number, y: number): Promise<void>
  /** Presses the pointer at a place, moves it to another and releases it. */
  drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void>
  /** Types a text, then Control and Enter. */
  typeAndConfirm(text: string): Promise<void>
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** Evaluates an expression with `root`, the closed root of the extension's bar, which only the protocol of the browser reaches. */
  inBar<T = unknown>(expression: string): Promise<T>
  /** Sets the size of the page, in pixels. */
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
  /** Saves a picture of the page, of a width in pixels and in a colour scheme. */
  picture(file: string, width: number, scheme: 'light' | 'dark'): Promise<void>
}

/** The popup of the button, which is no tab. */
export type Popup = Pick<Tab, 'evaluate'>

/** A real browser with the built extension. */
export interface ExtensionBrowser {
  name: SystemBrowser
  /** Opens a page of the extension, such as `popup.html`. */
  openOwn(path: string): Promise<Tab>
  openWeb(url: string): Promise<Tab>
  /** Returns the tab whose address begins with a text, when it exists. */
  findTab(url: string): Promise<Tab>
  /** Clicks the button of the extension in the window of a tab: only this gives the permission for its page (`activeTab`). */
  clickButton(tab: Tab): Promise<Popup>
  /** Types into the address bar, and returns what it suggests. */
  typeAddress(text: string): Promise<string[]>
  /** Ends the background at once, as browsers do after 30 seconds without an event. */
  killBackground(): Promise<void>
  /** Chooses an entry of the context menu on an element of a page. */
  chooseMenu(tab: Tab, entry: 'page' | 'link' | 'image' | 'selection', selector: string): Promise<void>
  /** Runs the command of Alt+Shift+H in a tab. */
  runHighlightCommand(tab: Tab): Promise<void>
  /** Ends the extension and starts it again, as an update does. Pages keep the scripts of the old one. */
  updateExtension(): Promise<void>
  close(): Promise<void>
}

/**
 * Copies the built extension, with hosts and permissions that the test gives at install because a prompt cannot be answered
 * headless.
 */
export function copyExtension(
  browser: 'chrome' | 'firefox',
  hosts: readonly string[],
  permissions: readonly string[] = [],
): string {
  const built = join(import.meta.dirname, `../../apps/extension/dist/${browser}-mv3`)
  const folder = mkdtempSync(join(tmpdir(), 'nestmark-extension-'))
  cpSync(built, folder, { recursive: true })
  if (hosts.length > 0) {
    const file = join(folder, 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { permissions: string[] }
    const given = { host_permissions: hosts, permissions: [...manifest.permissions, ...permissions] }
    writeFileSync(file, JSON.stringify({ ...manifest, ...given }))
  }
  return folder
}

/** Waits until an expression is truthy in a page, and returns its value. */
export async function waitFor<T>(tab: Pick<Tab, 'evaluate'>, expression: string): Promise<T> {
  try {
    // Not `expect.poll`, which runs in tests only.
    return (await vi.waitUntil(() => tab.evaluate(expression).catch(() => null), {
      timeout: 40_000,
      interval: 100,
    })) as T
  } catch {
    const shown = await tab.evaluate('location.href + "\\n" + document.body.innerText').catch(String)
    throw new Error(`Waited for ${expression} in ${String(shown)}`)
  }
}

/** Returns an expression that finds an element by the beginning of its text or label. */
export const byText = (selector: string, text: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find(each => (each.getAttribute('aria-label') ?? each.textContent).trim().startsWith(${JSON.stringify(text)}))`

/** Presses a button of a page by script. */
export async function press(tab: Pick<Tab, 'evaluate'>, text: string, selector = 'button'): Promise<void> {
  await waitFor(tab, `!!${byText(selector, text)} && !${byText(selector, text)}.disabled`)
  await tab.evaluate(`void ${byText(selector, text)}.click()`)
}

/** Types a text into a field of a page. */
export async function fill(tab: Pick<Tab, 'evaluate'>, label: string, text: string): Promise<void> {
  const field = byText('input,textarea', label)
  await waitFor(tab, `!!${field}`)
  await tab.evaluate(`(() => {
    const field = ${field}
    field.focus()
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
    set.call(field, ${JSON.stringify(text)})
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })()`)
}
