import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser, unpackBrowser } from '../../../e2e/support/browser.ts'
import type { Row, World } from '../../benchmark.ts'
import { median } from '../../stats.ts'

const rounds = 3
/** The time for which a person looks at a page before the first dialog, in milliseconds. */
const reading = 6000

/** How a dialog is opened, from a collection unless `path` is another address. */
interface Opening {
  path?: string
  /** What is done before the input that is measured. */
  before?: (page: Page) => Promise<unknown>
  open: (page: Page) => Promise<unknown>
  /** Matches what is on the screen then; a heading or field of a dialog by default. */
  content?: string
}

const press = (key: string) => (page: Page) => page.keyboard.press(key)
const onLink = { before: (page: Page) => page.locator('main [data-main][href^="/l/"]').first().focus() }
const openMenu = {
  before: (page: Page) =>
    page.locator('main').getByRole('button', { name: 'Actions for Bench Folder' }).click(),
}
const choose = (name: string) => (page: Page) => page.getByRole('menuitem', { name }).click()

const openings: Record<string, Opening> = {
  add: { open: press('Control+l') },
  'add collection': { open: press('Control+Shift+l') },
  palette: { open: press('Control+k'), content: '[role=dialog] [role=option]' },
  share: { open: page => page.getByRole('button', { name: 'Share', exact: true }).click() },
  peek: { ...onLink, open: press('Space'), content: '[role=complementary] h2, aside h2' },
  'edit link': { ...onLink, open: press('e') },
  'move link': { ...onLink, open: press('m') },
  'tag link': { ...onLink, open: press('t') },
  'trash link': { ...onLink, open: press('Delete') },
  export: { ...openMenu, open: choose('Export') },
  encrypt: { ...openMenu, open: choose('Encrypt collection') },
}

/** Measures, in a real browser, the first opening of each dialog of a page: from the input to its content on the screen. */
export async function dialogs({ small }: World): Promise<Row[]> {
  const remove = await unpackBrowser()
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 1024 } })
    await context.addInitScript(token => localStorage.setItem('token', token), small.person.token)
    await context.addInitScript(watchDialog)
    const collection = `http://127.0.0.1:${small.server.port}/c/${small.folder}`
    const took: [name: string, ms: number][] = []
    for (const [name, opening] of Object.entries(openings)) {
      const sample: number[] = []
      for (let round = 0; round < rounds; round++) sample.push(await openFirst(context, collection, opening))
      took.push([name, median(sample)])
    }
    took.sort(([, a], [, b]) => b - a)
    return [
      {
        promise: 'first opening of a dialog, slowest of their medians',
        figure: Math.max(...took.map(([, ms]) => ms)),
        unit: 'ms',
        limit: 60,
        better: 'less',
        note: took.map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', '),
      },
    ]
  } finally {
    await browser.close()
    remove()
  }
}

async function openFirst(context: BrowserContext, collection: string, opening: Opening): Promise<number> {
  const { before, open, content = '[role=dialog] :is(h1, h2, input)' } = opening
  const page = await context.newPage()
  await page.goto(collection)
  await page.locator('main [data-main][href^="/l/"]').first().waitFor()
  await page.waitForTimeout(reading)
  await before?.(page)
  await page.evaluate(selector => {
    Object.assign(globalThis, { watched: selector })
  }, content)
  await open(page)
  const shown = await page.waitForFunction(() => (globalThis as { dialogAfter?: number }).dialogAfter)
  const after = Number(await shown.jsonValue())
  await page.close()
  return after
}

/** Runs in the page. Measures the time from the input after `watched` was set to the frame after its content. */
function watchDialog(): void {
  const shared = globalThis as { watched?: string; dialogAfter?: number }
  let begun = 0
  const look = () => {
    const isShown = document.querySelector(shared.watched ?? '') !== null
    requestAnimationFrame(() => {
      if (isShown) shared.dialogAfter = performance.now() - begun
      else look()
    })
  }
  const begin = ({ timeStamp, type }: Event) => {
    // A key of a combination, or the release of a button, comes later.
    if (shared.watched === undefined || (type === 'click' && begun > 0)) return
    if (begun === 0) look()
    begun = timeStamp
  }
  window.addEventListener('keydown', begin, true)
  window.addEventListener('click', begin, true)
}
