import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { SystemBrowser } from './systemBrowsers.ts'

/** A tab of a browser with the extension, driven by expressions that run in its page. */
export interface Tab {
  /** The id of the tab for `browser.tabs`; undefined for pages of the extension. */
  id: number
  /** Evaluates a JavaScript expression in the page, and waits for a promise. The result must be JSON. */
  evaluate<T = unknown>(expression: string): Promise<T>
  goto(url: string): Promise<void>
  /** Clicks with the pointer, as a person does: a prompt of the browser needs that. */
  click(selector: string): Promise<void>
  /** Clicks at a place of the window, in pixels. The extension's bar lies in a closed root, which no selector reaches. */
  clickAt(x: number, y: number): Promise<void>
  /** Types a text, then Control and Enter. */
  typeAndConfirm(text: string): Promise<void>
  close(): Promise<void>
}

/** A real browser with the built extension. */
export interface ExtensionBrowser {
  name: SystemBrowser
  /** Opens a page of the extension, such as `popup.html`. */
  openOwn(path: string): Promise<Tab>
  openWeb(url: string): Promise<Tab>
  /** Returns the tab whose address begins with a text, when it exists. */
  findTab(url: string): Promise<Tab>
  /** Chooses an entry of the context menu on an element of a page. */
  chooseMenu(tab: Tab, entry: 'page' | 'link' | 'image' | 'selection', selector: string): Promise<void>
  close(): Promise<void>
}

/** Copies the built extension, with hosts that the test gives at install because a prompt cannot be answered headless. */
export function copyExtension(browser: 'chrome' | 'firefox', hosts: readonly string[]): string {
  const built = join(import.meta.dirname, `../apps/extension/dist/${browser}-mv3`)
  const folder = mkdtempSync(join(tmpdir(), 'nestmark-extension-'))
  cpSync(built, folder, { recursive: true })
  if (hosts.length > 0) {
    const file = join(folder, 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    writeFileSync(file, JSON.stringify({ ...manifest, host_permissions: hosts }))
  }
  return folder
}

/** Waits until an expression is truthy in a page, and returns its value. */
export async function waitFor<T>(tab: Tab, expression: string): Promise<T> {
  let value: unknown
  try {
    await expect
      .poll(async () => (value = await tab.evaluate(expression).catch(() => null)), {
        timeout: 20_000,
        interval: 100,
      })
      .toBeTruthy()
  } catch {
    const shown = await tab.evaluate('location.href + "\\n" + document.body.innerText').catch(String)
    throw new Error(`Waited for ${expression} in ${String(shown)}`)
  }
  return value as T
}

/** Returns an expression that finds an element by the beginning of its text or label. */
export const byText = (selector: string, text: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find(each => (each.getAttribute('aria-label') ?? each.textContent).trim().startsWith(${JSON.stringify(text)}))`

/** Presses a button of a page by script. */
export async function press(tab: Tab, text: string, selector = 'button'): Promise<void> {
  await waitFor(tab, `!!${byText(selector, text)} && !${byText(selector, text)}.disabled`)
  await tab.evaluate(`void ${byText(selector, text)}.click()`)
}

/** Types a text into a field of a page. */
export async function fill(tab: Tab, label: string, text: string): Promise<void> {
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
