import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Config } from '../apps/server/src/config.ts'
import { startApp, type TestApp } from '../apps/server/src/testing/app.ts'
import { type Person, signIn } from '../apps/server/src/testing/people.ts'
import { sharedBrowser } from './browser.ts'

/** One file's world: the real server on an empty database, seen in a real browser. */
export interface World {
  app: TestApp
  /** A page of a signed-in person (or of a visitor) in a browser profile of its own. */
  open(
    who: Person | null,
    path: string,
    options?: { width?: number; height?: number; dark?: boolean; context?: BrowserContextOptions },
  ): Promise<Page>
  person(name: string, plan?: number): Promise<Person>
  close(): Promise<void>
}

/** Starts it. Every error on a page fails the test that opened it, at `close` at the latest. */
export async function openWorld(changes: Partial<Config> = {}): Promise<World> {
  const [app, browser] = await Promise.all([startApp(changes), sharedBrowser()])
  const faults: string[] = []
  const contexts: BrowserContext[] = []
  return {
    app,
    person: (name, plan) => signIn(app, name, plan),
    async open(who, path, { width = 1440, height = 1024, dark = false, context: more = {} } = {}) {
      const context = await browser.newContext({
        // It fetches every part of the page anew for each of these fresh profiles. Those who test it allow it.
        serviceWorkers: 'block',
        ...more,
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        baseURL: app.origin,
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      contexts.push(context)
      closeWithTest(context)
      context.setDefaultTimeout(30_000)
      if (who)
        await context.addInitScript(token => {
          // Players of other sites lie in frames that have no storage for us.
          if (window.top === window) localStorage.setItem('token', token)
        }, who.token)
      const page = await context.newPage()
      page.on('pageerror', error => faults.push(`${path}: ${error.message}`))
      page.on('console', message => {
        if (/content security policy|refused to/i.test(message.text()))
          faults.push(`${path}: ${message.text()}`)
      })
      await page.goto(path)
      return page
    },
    async close() {
      await Promise.all(contexts.map(context => context.close()))
      await app.stop()
      expect(faults).toEqual([])
    },
  }
}

/** Pages left open would go on working beside the tests that follow. Those opened for a whole file stay until its end. */
function closeWithTest(context: BrowserContext): void {
  try {
    onTestFinished(() => context.close())
  } catch {
    // No test runs.
  }
}

/**
 * What a page is looked at in: width, and whether it is dark. Layout follows the width and colours the scheme, so two hold
 * what all four would show; whoever takes pictures gets the four.
 */
export const looks: readonly (readonly [width: number, dark: boolean])[] = [
  [1440, false],
  [390, true],
  ...(process.env.PICTURES || process.env.NESTMARK_SHOTS
    ? ([
        [1440, true],
        [390, false],
      ] as const)
    : []),
]

/** Nothing serious or critical for people who use the page otherwise than by looking and pointing. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => [id, nodes.map(node => node.target.join(' '))])).toEqual([])
}
