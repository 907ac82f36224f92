import type { BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import axe, { type AxeResults } from 'axe-core'
import { expect, onTestFinished } from 'vitest'
import type { Config } from '../apps/server/src/config.ts'
import { startApp, type TestApp } from '../apps/server/src/test/support/app.ts'
import { type Person, signIn } from '../apps/server/src/test/support/people.ts'
import { sharedBrowser } from './browser.ts'
import { closeFree, lendPage, type Loan } from './windows.ts'

/** One file's world: the real server on an empty database, seen in a real browser. */
export interface World {
  app: TestApp
  /** A page of a signed-in person (or of a visitor) in a browser profile of its own. */
  open(
    who: Person | null,
    path: string,
    options?: {
      width?: number
      height?: number
      dark?: boolean
      /** The page gets a clock that the test can move forward: `page.clock`. */
      clock?: boolean
      /** The page has a profile that no test had before. */
      fresh?: boolean
      context?: BrowserContextOptions
    },
  ): Promise<Page>
  person(name: string, plan?: number): Promise<Person>
  close(): Promise<void>
}

/** The port of this process's servers: the scripts that a browser has compiled belong to an origin. */
let port = 0

/** Starts it. Every error on a page fails the test that opened it, at `close` at the latest. */
export async function openWorld(changes: Partial<Config> = {}): Promise<World> {
  const [app, browser] = await Promise.all([startOn(port, changes), sharedBrowser()])
  port = Number(new URL(app.origin).port)
  const faults: string[] = []
  const loans: Loan[] = []
  return {
    app,
    person: (name, plan) => signIn(app, name, plan),
    async open(who, path, options = {}) {
      const {
        width = 1440,
        height = 1024,
        dark = false,
        clock = false,
        fresh = false,
        context: more,
      } = options
      const looks = {
        // It fetches every part of the page anew for each profile. Those who test it allow it.
        serviceWorkers: 'block' as const,
        // What moves takes time and draws all the while.
        reducedMotion: 'reduce' as const,
        ...phone(width),
        ...more,
        viewport: { width, height },
        colorScheme: dark ? ('dark' as const) : ('light' as const),
        baseURL: app.origin,
      }
      const loan = await lendPage(browser, looks, who?.token, fresh || clock || more !== undefined)
      endWithTest(loan, loans)
      const { context, page } = loan
      context.on('page', follow)
      follow(page)
      if (clock) await page.clock.install()
      page.on('pageerror', error => faults.push(`${path}: ${error.message}`))
      page.on('console', message => {
        if (/content security policy|refused to/i.test(message.text()))
          faults.push(`${path}: ${message.text()}`)
      })
      await page.goto(path)
      return page
    },
    async close() {
      await Promise.all(loans.map(loan => loan.end(true)))
      if (port !== Number(new URL(app.origin).port)) await closeFree(app.origin)
      // Lent pages stay, and a connection that they opened ahead and never used would keep the server from ending.
      app.server.server.closeAllConnections()
      await app.stop()
      expect(faults).toEqual([])
    },
  }
}

/** Starts the app on a port, or on another one where somebody has that. */
async function startOn(wanted: number, changes: Partial<Config>): Promise<TestApp> {
  try {
    return await startApp(changes, wanted)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return startApp(changes)
  }
}

/** What each page asks for: what is under way, and the paths that were answered. */
const traffic = new WeakMap<Page, { pending: Set<Request>; answered: string[] }>()

function follow(page: Page): void {
  const pending = new Set<Request>()
  const answered: string[] = []
  traffic.set(page, { pending, answered })
  page.on('request', request => {
    // The stream of events has no end.
    if (!request.url().includes('/api/events')) pending.add(request)
  })
  page.on('requestfailed', request => pending.delete(request))
  page.on('requestfinished', request => pending.delete(request))
  page.on('response', response => {
    answered.push(new URL(response.url()).pathname)
    // What is refused is not read to its end, and would never count as finished.
    if (!response.ok()) pending.delete(response.request())
  })
}

/** Waits until the page has drawn what it knows. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
}

/** Waits until the page asks for nothing more and has drawn what it was answered: what should not happen would have begun. */
export async function settled(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await drawn(page)
      return [...traffic.get(page)!.pending].map(request => request.url())
    })
    .toEqual([])
}

/** Waits until the page was answered at a path, now or before. */
export async function answered(page: Page, path: RegExp): Promise<void> {
  await expect.poll(() => traffic.get(page)!.answered.some(each => path.test(each))).toBe(true)
}

/**
 * Waits until the page has fetched the code of its forms, which it does some seconds after it is there.
 * @param page one with a clock
 */
export async function formsFetched(page: Page): Promise<void> {
  await settled(page)
  await page.clock.fastForward(5000)
  for (const form of [/OverlayStack/, /LinkForm/, /CollectionForm/, /MoveDialog/, /TrashDialog/, /Outbox/])
    await answered(page, form)
  await settled(page)
}

/** Scrolls down, a step with each drawing, until there is something. */
export async function scrollTo(page: Page, wanted: Locator, step = 2000): Promise<void> {
  await page.mouse.move(700, 700)
  await expect
    .poll(async () => {
      if ((await wanted.count()) > 0) return true
      await page.mouse.wheel(0, step)
      await drawn(page)
      return false
    })
    .toBe(true)
}

/** Returns what makes a browser a phone, for windows of a phone's width in pixels: a finger instead of a mouse that hovers. */
function phone(width: number): BrowserContextOptions {
  return width < 820 ? { hasTouch: true, isMobile: true } : {}
}

/** Pages left open would go on working beside the tests that follow. Those opened for a whole file stay until its end. */
function endWithTest(loan: Loan, loans: Loan[]): void {
  try {
    onTestFinished(({ task }) => loan.end(task.result?.state !== 'fail'))
  } catch {
    // No test runs.
    loans.push(loan)
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
  const { origin } = new URL(page.url())
  // What other sites show in their frames is theirs.
  const own = page.frames().filter(frame => frame.url().startsWith(origin))
  for (const frame of own)
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults, boolean>(
    iframes =>
      (window as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        iframes,
        // Fetches every style sheet again, for experimental rules alone.
        preload: false,
      }),
    own.length > 1,
  )
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => [id, nodes.map(node => node.target.join(' '))])).toEqual([])
}
