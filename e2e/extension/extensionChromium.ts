import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertDefined } from '@nestmark/core/assertDefined'
import { type CDPSession, chromium, type Page, type Worker } from 'playwright-core'
import { vi } from 'vitest'
import { copyExtension, type ExtensionBrowser, type Popup, type Tab } from './extensionBrowser.ts'
import { findSystemBrowser } from '../support/systemBrowsers.ts'
import { hostTag } from '../../apps/extension/src/lib/host.ts'

import type { Browser } from '../../apps/extension/src/lib/browser.ts'

// The functions for the worker are sent to it as text, where this exists.
declare const chrome: typeof Browser

interface ProtocolNode {
  localName: string
  backendNodeId: number
  children?: ProtocolNode[]
  shadowRoots?: ProtocolNode[]
}

/** Finds the element of the bar in the tree of the protocol. */
const findHost = (node: ProtocolNode): ProtocolNode | undefined =>
  node.localName === hostTag ? node : node.children?.map(findHost).find(found => found !== undefined)

/**
 * Starts the Chromium of the system with the extension. The one of the npm package starts no worker of an extension.
 * @param hosts the hosts that the person has allowed
 * @param permissions the optional permissions that they have given
 */
export async function startChromium(
  hosts: readonly string[],
  permissions: readonly string[] = [],
): Promise<ExtensionBrowser & { worker: Worker }> {
  const folder = copyExtension('chrome', hosts, permissions)
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
    ignoreDefaultArgs: ['--disable-extensions', '--disable-back-forward-cache'],
  })
  let worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const origin = new URL(worker.url()).origin.replace(
    'null',
    `chrome-extension://${new URL(worker.url()).host}`,
  )
  // After an installation the settings open, in place of an empty tab.
  const settings = () => context.pages().find(page => page.url().endsWith('/settings.html'))
  await vi.waitUntil(settings, { timeout: 60_000 })
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
      async drag(from, to) {
        await page.bringToFront()
        await page.mouse.move(from.x, from.y)
        await page.mouse.down()
        await page.mouse.move(to.x, to.y, { steps: 5 })
        await page.mouse.up()
      },
      async typeAndConfirm(text) {
        await page.keyboard.type(text)
        await page.keyboard.press('Control+Enter')
      },
      type: text => page.keyboard.type(text),
      press: key => page.keyboard.press(key),
      inBar: expression => evaluateInBar(page, expression),
      resize: (width, height) => page.setViewportSize({ width, height }),
      close: () => page.close(),
      async picture(path, width, scheme) {
        await page.setViewportSize({ width, height: 600 })
        await page.emulateMedia({ colorScheme: scheme })
        await page.screenshot({ path })
      },
    }
    pages.set(tab, page)
    return tab
  }

  async function evaluateInBar(page: Page, expression: string): Promise<never> {
    const session = await context.newCDPSession(page)
    try {
      const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true })
      const backendNodeId = findHost(root)?.shadowRoots?.[0]?.backendNodeId
      if (backendNodeId === undefined) throw new Error('There is no bar.')
      const { object } = await session.send('DOM.resolveNode', { backendNodeId })
      const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
        objectId: object.objectId,
        functionDeclaration: `function () { const root = this; return (${expression}) }`,
        returnByValue: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
      return result.value as never
    } finally {
      await session.detach()
    }
  }

  async function open(url: string): Promise<Tab> {
    const page = await context.newPage()
    await page.goto(url)
    return toTab(page)
  }

  return {
    name: 'chromium',
    get worker() {
      return worker
    },
    openOwn: path => open(`${origin}/${path}`),
    openWeb: open,
    async findTab(url) {
      // Not the event of a new page, which may come before its address is known.
      const find = () => context.pages().find(page => page.url().startsWith(url))
      const page = assertDefined(await vi.waitUntil(find, { timeout: 40_000 }), 'page')
      await page.waitForLoadState()
      return toTab(page)
    },
    async clickButton(tab) {
      const page = pages.get(tab)
      const root = await context.browser()!.newBrowserCDPSession()
      const { targetInfos } = await root.send('Target.getTargets', { filter: [{ type: 'tab' }, {}] })
      const target = targetInfos.find(each => each.type === 'tab' && each.url === page?.url())
      await root.send(
        'Extensions.triggerAction' as never,
        { id: new URL(origin).host, targetId: target?.targetId } as never,
      )
      return attachPopup(root, origin)
    },
    async typeAddress(text) {
      // The address bar is not part of the headless browser: the listener gets what it would.
      if (!text.startsWith('nm ')) return []
      return worker.evaluate(
        typed =>
          new Promise<string[]>(resolve => {
            const show = (found: { content: string; description: string }[]) =>
              resolve(found.map(each => `${each.description} ${each.content}`))
            ;(chrome.omnibox.onInputChanged as unknown as { dispatch(...args: unknown[]): void }).dispatch(
              typed,
              show,
            )
          }),
        text.slice(3),
      )
    },
    async killBackground() {
      const page = await context.newPage()
      await page.goto(`${origin}/settings.html`)
      const session = await context.newCDPSession(page)
      await session.send('ServiceWorker.enable')
      await session.send('ServiceWorker.stopAllWorkers')
      await page.close()
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
    async runHighlightCommand(tab) {
      // A key of the browser itself needs a window: the listener gets what it would.
      await worker.evaluate(async id => {
        const tab = await chrome.tabs.get(id)
        const { onCommand } = chrome.commands as unknown as {
          onCommand: { dispatch(...args: unknown[]): void }
        }
        onCommand.dispatch('highlight', tab)
      }, tab.id)
    },
    async updateExtension() {
      const own = await context.newPage()
      await own.goto('chrome://extensions')
      // Without it, the browser does not start an unpacked extension again.
      await own.evaluate(() => {
        const { developerPrivate } = chrome as unknown as {
          developerPrivate: {
            updateProfileConfiguration(settings: { inDeveloperMode: boolean }): Promise<void>
          }
        }
        return developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })
      })
      await worker.evaluate(() => chrome.runtime.reload()).catch(() => undefined)
      const isBack = () => own.goto(`${origin}/popup.html`).then(Boolean, () => false)
      await vi.waitUntil(isBack, { timeout: 30_000, interval: 300 })
      await own.close()
      worker = context.serviceWorkers().at(-1) ?? worker
    },
    async close() {
      await context.close()
      for (const each of [folder, profile]) rmSync(each, { recursive: true, force: true })
    },
  }
}

/** Returns the popup of the button, which is no page of the context: it is driven by the protocol. */
async function attachPopup(root: CDPSession, origin: string): Promise<Popup> {
  const find = async () =>
    (await root.send('Target.getTargets')).targetInfos.find(each => each.url === `${origin}/popup.html`)
  const { targetId } = (await vi.waitUntil(find, { timeout: 40_000 }))!
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map<number, (answer: { result?: { result: { value: unknown } } }) => void>()
  root.on('Target.receivedMessageFromTarget', event => {
    const answer = JSON.parse(event.message) as { id: number }
    waiting.get(answer.id)?.(answer as never)
  })
  let last = 0
  return {
    async evaluate<T>(expression: string) {
      const id = ++last
      const message = JSON.stringify({
        id,
        method: 'Runtime.evaluate',
        params: { expression, awaitPromise: true, returnByValue: true, userGesture: true },
      })
      const answer = new Promise<{ result?: { result: { value: unknown } } }>(resolve =>
        waiting.set(id, resolve),
      )
      await root.send('Target.sendMessageToTarget', { sessionId, message })
      return (await answer).result?.result.value as T
    },
  }
}
