import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from 'playwright-core'

/** A page that is lent to one test after another. */
interface Window {
  context: BrowserContext
  page: Page
  devTools: () => Promise<CDPSession>
  /** What was done to it cannot be taken back. */
  worn: boolean
}

/** A page on loan. */
export interface Loan {
  context: BrowserContext
  page: Page
  /** Takes the page back: cleared for the next one when it `passed`, closed otherwise. */
  end(passed: boolean): Promise<void>
}

/** What a test may listen to; nobody else listens to these. */
const heard = [
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
/** Each holds a process. */
const most = 5

/** The pages that nobody has, by what they look like; the one that was used last is the last. */
const free = new Map<string, Window[]>()

/**
 * Lends a page. One that another test had before opens the site in half the time: its process has compiled the scripts.
 * Nothing else of that test is left: no storage, cookie, history, listener or route.
 * @param fresh the page must have a profile of its own, which ends with the test
 */
export async function lendPage(
  browser: Browser,
  options: BrowserContextOptions & { baseURL: string },
  token: string | undefined,
  fresh: boolean,
): Promise<Loan> {
  const kind = JSON.stringify(options)
  const window = (!fresh && takeFree(kind, browser)) || (await openWindow(browser, options))
  if (fresh) window.worn = true
  const { context, page } = window
  page.on('framenavigated', frame => {
    // What a page of another site keeps is not cleared.
    if (frame === page.mainFrame() && !frame.url().startsWith(options.baseURL)) window.worn = true
  })
  const tokenScript = token === undefined ? undefined : await keepToken(context, token)
  return {
    context,
    page,
    async end(passed) {
      if (window.worn || !passed || page.isClosed()) return context.close()
      if (!(await cleared(window, options, tokenScript))) return context.close()
      free.set(kind, [...(free.get(kind) ?? []), window])
      await closeOldest()
    },
  }
}

/** Closes the pages that nobody has and whose server is going to end. */
export async function closeFree(origin: string): Promise<void> {
  for (const [kind, windows] of free) {
    if ((JSON.parse(kind) as BrowserContextOptions).baseURL !== origin) continue
    free.delete(kind)
    await Promise.all(windows.map(({ context }) => context.close()))
  }
}

function takeFree(kind: string, browser: Browser): Window | undefined {
  const window = free.get(kind)?.pop()
  return window?.context.browser() === browser && browser.isConnected() ? window : undefined
}

async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<Window> {
  const context = await browser.newContext({ ...options, permissions })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const window = { context, page, devTools: context.newCDPSession.bind(context, page), worn: false }
  wears(window, page.clock, 'install')
  wears(window, page, 'addInitScript')
  wears(window, page, 'exposeFunction')
  wears(window, context, 'newCDPSession')
  return window
}

/** Notes when a method is called whose effect on a page stays. */
function wears<Name extends string>(
  window: Window,
  object: Record<Name, (...given: never[]) => unknown>,
  name: Name,
): void {
  const method = object[name].bind(object)
  object[name] = (...given) => {
    window.worn = true
    return method(...given)
  }
}

/** Signs every page of a browser profile in. */
function keepToken(context: BrowserContext, token: string): Promise<Disposable> {
  return context.addInitScript(value => {
    // Players of other sites lie in frames that have no storage for us.
    if (window.top === window) localStorage.setItem('token', value)
  }, token)
}

/**
 * Takes back what a test did to a page.
 * @returns false when its process or its server has ended
 */
async function cleared(
  window: Window,
  options: BrowserContextOptions,
  tokenScript: Disposable | undefined,
): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      if (attempt === 1) await tokenScript?.dispose()
      await clear(window, options)
      return true
    } catch (error) {
      // The browser refuses to reset the history while a navigation is on its way.
      console.warn(`Clearing a page failed (attempt ${attempt}): ${String(error)}`)
    }
  }
  return false
}

async function clear(
  { context, page, devTools }: Window,
  { baseURL, viewport, colorScheme }: BrowserContextOptions,
): Promise<void> {
  for (const event of heard) {
    page.removeAllListeners(event)
    context.removeAllListeners(event)
  }
  await Promise.all([
    ...context.pages().map(each => each !== page && each.close()),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.setOffline(false),
  ])
  // A page of the same site and without scripts keeps the process.
  await page.goto('/icon.svg')
  await page.evaluate(() => sessionStorage.clear())
  // It ends here: while it is there, a page loaded without a network does not learn that it has none.
  const session = await devTools()
  await Promise.all([
    session.send('Storage.clearDataForOrigin', { origin: baseURL!, storageTypes: 'all' }),
    session.send('Page.resetNavigationHistory'),
    context.clearCookies(),
    context.grantPermissions(permissions),
    page.setExtraHTTPHeaders({}),
    page.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce', forcedColors: null }),
    page.setViewportSize(viewport!),
    // Nothing lies there that would notice a mouse.
    page.mouse.move(-1, -1),
  ])
  await session.detach()
}

async function closeOldest(): Promise<void> {
  if ([...free.values()].flat().length <= most) return
  for (const windows of free.values()) {
    const oldest = windows.shift()
    if (oldest) return oldest.context.close()
  }
}
