import { join } from 'node:path'
import type { BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import axe, { type AxeResults } from 'axe-core'
import { assertDefined } from '@nestmark/core/assertDefined'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { Config } from '../../apps/server/src/configuration/config.ts'
import { startApp, type TestApp } from '../../apps/server/src/test/support/app.ts'
import { type Person, signIn } from '../../apps/server/src/test/support/people.ts'
import { sharedBrowser } from './browser.ts'
import { describePage } from './describePage.ts'
import { acquirePage, closeIdlePages, type PooledPage } from './pagePool.ts'

/** The real server on an empty database and a real browser, for the tests of one file. */
export interface TestEnvironment {
  app: TestApp
  /** Opens a page of a signed-in user, or of a visitor for `null`, in a separate browser profile. */
  open(
    user: Person | null,
    path: string,
    options?: {
      /** Width and height in pixels. A width below 820 is a phone. */
      width?: number
      height?: number
      dark?: boolean
      /** The page gets a clock that the test advances: `page.clock`. */
      clock?: boolean
      /** The page gets a profile that no test has used. */
      fresh?: boolean
      context?: BrowserContextOptions
    },
  ): Promise<Page>
  /** Creates a user and signs them in. */
  signIn(name: string, plan?: number): Promise<Person>
  /** Stops the server. Fails if a page had an error. */
  close(): Promise<void>
}

/** The port of all servers of this process: the browser caches compiled scripts by origin. */
let port = 0

/**
 * Starts a server and the browser.
 * @param changes the settings that differ from the defaults of the test server
 */
export async function startEnvironment(changes: Partial<Config> = {}): Promise<TestEnvironment> {
  const [app, browser] = await Promise.all([startOn(port, changes), sharedBrowser()])
  port = Number(new URL(app.origin).port)
  const errors: string[] = []
  const pagesOfFile: PooledPage[] = []
  return {
    app,
    signIn: (name, plan) => signIn(app, name, plan),
    async open(user, path, options = {}) {
      const { width = 1440, height = 1024, dark = false, clock = false, fresh = false, context } = options
      const contextOptions = {
        // A service worker fetches every asset again for each profile. Tests of the worker allow it.
        serviceWorkers: 'block' as const,
        // Animations take time and CPU.
        reducedMotion: 'reduce' as const,
        ...phoneOptions(width),
        ...context,
        viewport: { width, height },
        colorScheme: dark ? ('dark' as const) : ('light' as const),
        baseURL: app.origin,
      }
      const isFresh = fresh || clock || context !== undefined
      const pooled = await acquirePage(browser, contextOptions, user?.token, isFresh)
      releaseAfterTest(pooled, pagesOfFile)
      const { page } = pooled
      pooled.context.on('page', trackRequests)
      trackRequests(page)
      if (clock) await page.clock.install()
      page.on('pageerror', error => errors.push(`${path}: ${error.message}`))
      page.on('console', message => {
        if (/content security policy|refused to/i.test(message.text()))
          errors.push(`${path}: ${message.text()}`)
      })
      await page.goto(path)
      return page
    },
    async close() {
      await Promise.all(pagesOfFile.map(pooled => pooled.release(true)))
      if (port !== Number(new URL(app.origin).port)) await closeIdlePages(app.origin)
      // Pooled pages stay open. A connection that they opened in advance and never used would keep the server running.
      app.server.server.closeAllConnections()
      await app.stop()
      expect(errors).toEqual([])
    },
  }
}

/**
 * Starts a server and the browser before the tests of a file, and stops the server after them.
 * @param changes the settings that differ from the defaults of the test server
 */
export function useEnvironment(changes: Partial<Config> = {}): TestEnvironment {
  let started: TestEnvironment | undefined
  beforeAll(async () => {
    started = await startEnvironment(changes)
  })
  afterAll(() => started?.close())
  const env = () => assertDefined(started, 'environment')
  return {
    get app() {
      return env().app
    },
    open: (...args) => env().open(...args),
    signIn: (...args) => env().signIn(...args),
    close: () => env().close(),
  }
}

/** Starts the app on a port, or on a free one if that port is in use. */
async function startOn(preferred: number, changes: Partial<Config>): Promise<TestApp> {
  try {
    return await startApp(changes, preferred)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return startApp(changes)
  }
}

/** The requests of each page: the pending ones, and the paths of the responses. */
const traffic = new WeakMap<Page, { pending: Set<Request>; responsePaths: string[] }>()

function trackRequests(page: Page): void {
  const pending = new Set<Request>()
  const responsePaths: string[] = []
  traffic.set(page, { pending, responsePaths })
  page.on('request', request => {
    // The event stream does not end.
    if (!request.url().includes('/api/events')) pending.add(request)
  })
  page.on('requestfailed', request => pending.delete(request))
  page.on('requestfinished', request => pending.delete(request))
  page.on('response', response => {
    responsePaths.push(new URL(response.url()).pathname)
    // The page does not read an error response to its end, so 'requestfinished' does not follow.
    if (!response.ok()) pending.delete(response.request())
  })
}

/** Waits until the page has rendered its current state. */
export async function waitForRender(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
}

/**
 * Waits until the page has no pending request and has rendered the responses. A request that must not happen would have
 * started by then.
 */
export async function waitForIdle(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await waitForRender(page)
      return [...traffic.get(page)!.pending].map(request => request.url())
    })
    .toEqual([])
}

/** Waits until the page has a response from a path. An earlier response counts. */
export async function waitForResponse(page: Page, path: RegExp): Promise<void> {
  await expect.poll(() => traffic.get(page)!.responsePaths.some(each => path.test(each))).toBe(true)
}

/**
 * Waits until the page has fetched the code of its forms. It does so some seconds after it is loaded.
 * @param page a page with the option `clock`
 */
export async function waitForForms(page: Page): Promise<void> {
  await waitForIdle(page)
  await page.clock.fastForward(5000)
  for (const form of [/frequentParts/, /dialogs-.*js/, /otherParts/, /sender/, /LinkMenuPanel/])
    await waitForResponse(page, form)
  await waitForIdle(page)
}

/**
 * Scrolls down until an element exists, one step for each rendering.
 * @param step the distance in pixels
 */
export async function scrollUntilFound(page: Page, wanted: Locator, step = 2000): Promise<void> {
  await page.mouse.move(700, 700)
  await expect
    .poll(async () => {
      if ((await wanted.count()) > 0) return true
      await page.mouse.wheel(0, step)
      await waitForRender(page)
      return false
    })
    .toBe(true)
}

/** Returns the options of a phone for a window of its width in pixels: touch, and no mouse that hovers. */
function phoneOptions(width: number): BrowserContextOptions {
  return width < 820 ? { hasTouch: true, isMobile: true } : {}
}

/**
 * Releases a page after its test, because an open page would use the processor during later tests. A page that no test
 * opened is added to `pagesOfFile`.
 */
function releaseAfterTest(pooled: PooledPage, pagesOfFile: PooledPage[]): void {
  try {
    onTestFinished(async ({ task }) => {
      const hasFailed = task.result?.state === 'fail'
      if (hasFailed) {
        const shown = await describePage(pooled.page)
        for (const error of task.result?.errors ?? []) error.message += shown
      }
      await pooled.release(!hasFailed)
    })
  } catch {
    // `onTestFinished` throws outside of a test.
    pagesOfFile.push(pooled)
  }
}

/** The folder for screenshots, or undefined if none are to be taken. */
const screenshotFolder = process.env.NESTMARK_SHOTS ?? process.env.PICTURES

/** Saves a screenshot for review, if the environment variable NESTMARK_SHOTS names a folder. */
export async function saveScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  if (screenshotFolder) await page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage })
}

/**
 * The widths and colour schemes for layout tests. The layout depends on the width and the colours on the scheme, so two
 * combinations cover all four. Screenshots are taken of all four.
 */
export const viewports: readonly (readonly [width: number, dark: boolean])[] = [
  [1440, false],
  [390, true],
  ...(screenshotFolder
    ? ([
        [1440, true],
        [390, false],
      ] as const)
    : []),
]

/** The same of the phone only, for pages whose wide layout other tests show. */
export const phoneViewports = viewports.filter(([width]) => width < 820)

/** Runs axe on the page and expects no serious or critical violation. */
export async function expectAccessible(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  // While a page loads, it has no heading yet, and axe would report that.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // A transition shows colours that are in no style sheet, briefly.
  await expect.poll(() => page.evaluate(countTransitions)).toBe(0)
  // Frames of other sites are outside our control.
  const own = page.frames().filter(frame => frame.url().startsWith(origin))
  for (const frame of own)
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults, boolean>(
    iframes =>
      (window as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        iframes,
        // It fetches every style sheet again, and only experimental rules need them.
        preload: false,
      }),
    own.length > 1,
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes
      // A menu is above the page, outside of its landmarks.
      .filter(node => id !== 'region' || !node.html.includes('role="menu"'))
      .map(node => [id, node.target.join(' ')]),
  )
  expect(found).toEqual([])
}

/** Returns the number of transitions and animations of the page that run and end. */
function countTransitions(): number {
  return document
    .getAnimations()
    .filter(each => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity)
    .length
}

/** Expects that the page does not scroll sideways. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}
