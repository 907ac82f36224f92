import type { Browser, BrowserContext } from 'playwright-core'
import { launchBrowser, unpackBrowser } from '../../../e2e/support/browser.ts'
import type { Row, World } from '../../benchmark.ts'
import { median } from '../../stats.ts'

const firstVisits = 5
const warmVisits = 11

/** What a page has loaded when its first link is on the screen. */
interface Loaded {
  /** From the start of the navigation to the frame with the link, in milliseconds. */
  after: number
  scripts: number
  /** The size of the scripts as they were sent, in bytes; uncompressed from a service worker. */
  bytes: number
}

/**
 * Measures, in a real browser, the first visit of the dashboard and a warm visit of a collection without encryption: the
 * scripts, their size, and the time until the first link is on the screen.
 */
export async function loading({ small }: World): Promise<Row[]> {
  const remove = await unpackBrowser()
  const browser = await launchBrowser()
  try {
    const origin = `http://127.0.0.1:${small.server.port}`
    const firsts: Loaded[] = []
    for (let visit = 0; visit < firstVisits; visit++) {
      const context = await openContext(browser, small.person.token)
      firsts.push(await load(context, `${origin}/dashboard`))
      await context.close()
    }
    const context = await openContext(browser, small.person.token)
    const warm: Loaded[] = []
    for (let visit = -2; visit < warmVisits; visit++) {
      // The first visits install the service worker and cache what is preloaded while the page is idle.
      const loaded = await load(context, `${origin}/c/${small.folder}`, visit < 0 ? 6000 : 0)
      if (visit >= 0) warm.push(loaded)
    }
    const at = (visits: readonly Loaded[], field: keyof Loaded) => median(visits.map(each => each[field]))
    const less = (promise: string, figure: number, unit: Row['unit'], limit: number): Row => {
      return { promise, figure, unit, limit, better: 'less' }
    }
    return [
      less('scripts of the first visit', at(firsts, 'scripts'), 'files', 8),
      less('their size, compressed', at(firsts, 'bytes') / 1000, 'kB', 110),
      less('first link of the first visit', at(firsts, 'after'), 'ms', 1500),
      less('scripts of a warm collection', at(warm, 'scripts'), 'files', 12),
      less('first link of a warm collection', at(warm, 'after'), 'ms', 300),
    ]
  } finally {
    await browser.close()
    remove()
  }
}

async function openContext(browser: Browser, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1024 } })
  await context.addInitScript(value => localStorage.setItem('token', value), token)
  await context.addInitScript(watchLinks)
  return context
}

/** @param stay the time to leave the page open afterwards, in milliseconds */
async function load(context: BrowserContext, url: string, stay = 0): Promise<Loaded> {
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'commit' })
  const shown = await page.waitForFunction(() => (globalThis as { loaded?: Loaded }).loaded)
  const loaded = (await shown.jsonValue()) as Loaded
  await page.waitForTimeout(stay)
  await page.close()
  return loaded
}

/** Runs in the page. Waits for the frame after the first link, and notes what is loaded then. */
function watchLinks(): void {
  const look = () => {
    const isShown = document.querySelector('main [data-main][href^="/l/"]') !== null
    requestAnimationFrame(() => {
      if (!isShown) return look()
      const scripts = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js')) as PerformanceResourceTiming[]
      // A page of a service worker lists a file twice that its HTML names.
      const sizes = new Map(scripts.map(({ name, encodedBodySize }) => [name, encodedBodySize]))
      const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
      Object.assign(globalThis, { loaded: { after: performance.now(), scripts: sizes.size, bytes } })
    })
  }
  look()
}
