import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from 'playwright-core'

/** A browser profile with one page, for one test after another. */
interface PoolEntry {
  context: BrowserContext
  page: Page
  openDevTools: () => Promise<CDPSession>
  /** A change that a reset cannot undo was made to the page. */
  isSpent: boolean
}

/** The options of a page's profile. Only the window's size and the color scheme can change later. */
type PageOptions = BrowserContextOptions & {
  baseURL: string
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

/** A page that a test uses. */
export interface PooledPage {
  context: BrowserContext
  page: Page
  /** Resets the page for the next test if this one `passed`, and closes it otherwise. */
  release(passed: boolean): Promise<void>
}

/** The events that tests listen to. Only tests have listeners for them. */
const pageEvents = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'load',
  'page',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const
const permissions = ['clipboard-read', 'clipboard-write']
/** Each idle page occupies a process. */
const maxIdlePages = 5

/** The idle pages by the options of their context that are fixed. The last one of a list was used most recently. */
const idlePages = new Map<string, PoolEntry[]>()

/**
 * Returns an idle page or a new one. A reused page opens the site in half the time, because its process has compiled the
 * scripts. No storage, cookie, history, listener or route of the previous test remains.
 * @param token the session token of the user; undefined for a visitor
 * @param fresh the page must have a new profile that ends with the test
 */
export async function acquirePage(
  browser: Browser,
  options: PageOptions,
  token: string | undefined,
  fresh: boolean,
): Promise<PooledPage> {
  const { viewport, colorScheme, ...fixedOptions } = options
  const key = JSON.stringify(fixedOptions)
  const entry = (!fresh && takeIdle(key, browser)) || (await openPage(browser, options))
  await Promise.all([entry.page.setViewportSize(viewport), entry.page.emulateMedia({ colorScheme })])
  if (fresh) entry.isSpent = true
  const { context, page } = entry
  page.on('framenavigated', frame => {
    // The reset does not clear the storage of other sites.
    if (frame === page.mainFrame() && !frame.url().startsWith(options.baseURL)) entry.isSpent = true
  })
  const tokenScript = token === undefined ? undefined : await addTokenScript(context, token)
  return {
    context,
    page,
    async release(passed) {
      if (entry.isSpent || !passed || page.isClosed()) return context.close()
      if (!(await tryReset(entry, options.baseURL, tokenScript))) return context.close()
      idlePages.set(key, [...(idlePages.get(key) ?? []), entry])
      await closeOldest()
    },
  }
}

/** Closes the idle pages of a server before it stops. */
export async function closeIdlePages(origin: string): Promise<void> {
  for (const [key, entries] of idlePages) {
    if ((JSON.parse(key) as BrowserContextOptions).baseURL !== origin) continue
    idlePages.delete(key)
    await Promise.all(entries.map(({ context }) => context.close()))
  }
}

function takeIdle(key: string, browser: Browser): PoolEntry | undefined {
  const entry = idlePages.get(key)?.pop()
  return entry?.context.browser() === browser && browser.isConnected() ? entry : undefined
}

async function openPage(browser: Browser, options: PageOptions): Promise<PoolEntry> {
  const context = await browser.newContext({ ...options, permissions })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const entry = { context, page, openDevTools: context.newCDPSession.bind(context, page), isSpent: false }
  markSpentOnCall(entry, page.clock, 'install')
  markSpentOnCall(entry, page, 'addInitScript')
  markSpentOnCall(entry, page, 'exposeFunction')
  markSpentOnCall(entry, context, 'newCDPSession')
  return entry
}

/** Wraps a method whose effect on a page cannot be undone, so that its call marks the page as spent. */
function markSpentOnCall<Name extends string>(
  entry: PoolEntry,
  object: Record<Name, (...args: never[]) => unknown>,
  name: Name,
): void {
  const method = object[name].bind(object)
  object[name] = (...args) => {
    entry.isSpent = true
    return method(...args)
  }
}

/** Stores the token in every page of a profile, which signs the user in. */
function addTokenScript(context: BrowserContext, token: string): Promise<Disposable> {
  return context.addInitScript(value => {
    // Players of other sites run in frames that cannot access this storage.
    if (window.top === window) localStorage.setItem('token', value)
  }, token)
}

/**
 * Removes all traces of a test from its page.
 * @returns false if the page's process or server has ended
 */
async function tryReset(
  entry: PoolEntry,
  origin: string,
  tokenScript: Disposable | undefined,
): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      if (attempt === 1) await tokenScript?.dispose()
      await reset(entry, origin)
      return true
    } catch (error) {
      // The browser refuses to reset the history during a navigation.
      console.warn(`Resetting a page failed (attempt ${attempt}): ${String(error)}`)
    }
  }
  return false
}

async function reset({ context, page, openDevTools }: PoolEntry, origin: string): Promise<void> {
  for (const event of pageEvents) {
    page.removeAllListeners(event)
    context.removeAllListeners(event)
  }
  await Promise.all([
    ...context.pages().map(each => each !== page && each.close()),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.setOffline(false),
  ])
  // With a document of the same site the process remains, and an image runs no scripts.
  await page.goto('/icon.svg')
  await page.evaluate(() => sessionStorage.clear())
  // It is detached below: with an attached session, a page that is loaded offline does not notice that it is offline.
  const session = await openDevTools()
  await Promise.all([
    session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    session.send('Page.resetNavigationHistory'),
    context.clearCookies(),
    context.grantPermissions(permissions),
    page.setExtraHTTPHeaders({}),
    page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce', forcedColors: null }),
    // No element is outside the window, so nothing has a hover state.
    page.mouse.move(-1, -1),
  ])
  await session.detach()
}

async function closeOldest(): Promise<void> {
  if ([...idlePages.values()].flat().length <= maxIdlePages) return
  for (const entries of idlePages.values()) {
    const oldest = entries.shift()
    if (oldest) return oldest.context.close()
  }
}
