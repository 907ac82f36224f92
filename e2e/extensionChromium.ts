import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page, type Worker } from 'playwright-core'
import { vi } from 'vitest'
import { copyExtension, type ExtensionBrowser, type Tab } from './extensionBrowser.ts'
import { findSystemBrowser } from './systemBrowsers.ts'

import type { Browser } from '../apps/extension/src/lib/browser.ts'

// The functions for the worker are sent to it as text, where this exists.
declare const chrome: typeof Browser

/**
 * Starts the Chromium of the system with the extension. The one of the npm package starts no worker of an extension.
 * @param hosts what the person has allowed
 */
export async function startChromium(
  hosts: readonly string[],
): Promise<ExtensionBrowser & { worker: Worker }> {
  const folder = copyExtension('chrome', hosts)
  const profile = mkdtempSync(join(tmpdir(), 'nestmark-chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findSystemBrowser('chromium') ?? undefined,
    headless: true,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      `--load-extension=${folder}`,
      `--disable-extensions-except=${folder}`,
    ],
    ignoreDefaultArgs: ['--disable-extensions'],
  })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const origin = new URL(worker.url()).origin.replace(
    'null',
    `chrome-extension://${new URL(worker.url()).host}`,
  )
  // After an installation the settings open, in place of an empty tab.
  const settings = () => context.pages().find(page => page.url().endsWith('/settings.html'))
  await vi.waitUntil(settings, { timeout: 20_000 })
  const pages = new Map<Tab, Page>()

  async function toTab(page: Page): Promise<Tab> {
    const known = [...pages].find(([, each]) => each === page)?.[0]
    if (known) return known
    const session = await context.newCDPSession(page)
    const { targetInfo } = await session.send('Target.getTargetInfo')
    await session.detach()
    // The ids of `chrome.tabs` are not those of the protocol: the active tab of its window is the one in front.
    await page.bringToFront()
    const id = await worker.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true })
      return tab?.id ?? -1
    })
    const tab: Tab & { target: string } = {
      id,
      target: targetInfo.targetId,
      evaluate: expression => page.evaluate(expression) as never,
      goto: async url => void (await page.goto(url)),
      click: selector => page.click(selector),
      async clickAt(x, y) {
        await page.bringToFront()
        await page.mouse.click(x, y)
      },
      async typeAndConfirm(text) {
        await page.keyboard.type(text)
        await page.keyboard.press('Control+Enter')
      },
      close: () => page.close(),
    }
    pages.set(tab, page)
    return tab
  }

  async function open(url: string): Promise<Tab> {
    const page = await context.newPage()
    await page.goto(url)
    return toTab(page)
  }

  return {
    name: 'chromium',
    worker,
    openOwn: path => open(`${origin}/${path}`),
    openWeb: open,
    async findTab(url) {
      const find = () => context.pages().find(page => page.url().startsWith(url))
      const page =
        find() ?? (await context.waitForEvent('page', { predicate: each => each.url().startsWith(url) }))
      await page.waitForLoadState()
      return toTab(page)
    },
    async chooseMenu(tab, entry, selector) {
      // The menu itself is not part of a headless browser: the listener gets what it would.
      const click = await tab.evaluate<Record<string, string>>(`(() => {
        const element = document.querySelector(${JSON.stringify(selector)})
        return { linkUrl: element.closest('a')?.href, srcUrl: element.currentSrc, pageUrl: location.href, selectionText: String(getSelection()) }
      })()`)
      await worker.evaluate(
        async ({ id, info }) => {
          const tab = await chrome.tabs.get(id)
          ;(chrome.contextMenus.onClicked as unknown as { dispatch(...args: unknown[]): void }).dispatch(
            info,
            tab,
          )
        },
        { id: tab.id, info: { ...click, menuItemId: entry, editable: false } },
      )
    },
    async close() {
      await context.close()
      for (const each of [folder, profile]) rmSync(each, { recursive: true, force: true })
    },
  }
}
