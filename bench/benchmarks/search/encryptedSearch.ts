import { generateKey, openKey } from '@nestmark/encryption/keys/collectionKey'
import { toKeyRecord } from '@nestmark/encryption/keys/keyRecord'
import type { Page } from 'playwright-core'
import { launchBrowser, unpackBrowser } from '../../../e2e/support/browser.ts'
import type { Row, World } from '../../benchmark.ts'
import { encrypt, fill } from '../../inputs/encryptedLinks.ts'
import { askAs, signUp } from '../../person.ts'
import { median, percentile } from '../../stats.ts'

const links = 10_000

/** Complete words, prefixes, parts, phrases and filters, for one link and for all. */
const searches =
  'numbers|numb|umbe|e|link with|words about|"path of a page"|number -4711|-words|number 4711|4711|47|host42|site:host7.example.org|descriptions pages long|zzzz|an encrypted link with the number|type:note some|some -type:note|after:2020 path|org -"9"'.split(
    '|',
  )

interface Measured {
  /** The answers of the index to searches, in milliseconds. */
  searches: number[]
  /** From the first task of the worker to the complete index. */
  built: number
  /** The longest tasks of the page until then. */
  longTasks: number[]
}

/**
 * Measures, in a real browser, how long the first search reads and indexes 10,000 encrypted links, and how long the index
 * then takes to answer, as the page waits for it.
 */
export async function encryptedSearch({ small: { server } }: World): Promise<Row[]> {
  const person = await signUp(server.port, `reader${Date.now()}`)
  person.ask = askAs(server.port, person.token)
  const raw = generateKey()
  const filled = await fill(person, 'Encrypted', links)
  await encrypt(person, await openKey(raw), filled)
  const record = await toKeyRecord(raw, { collectionId: filled.folder, label: 'Key' })
  const { user_id: id } = await person.ask<{ user_id: string }>('user-data')
  const remove = await unpackBrowser()
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 1024 } })
    await context.addInitScript(
      ([token, me, keys]) => {
        localStorage.setItem('token', token)
        localStorage.setItem('me_id', me)
        sessionStorage.setItem(`keys:${me}`, keys)
      },
      [person.token, id, JSON.stringify([{ ...record, since: 1 }])] as const,
    )
    const page = await context.newPage()
    await page.addInitScript(watchIndex)
    await page.goto(`http://127.0.0.1:${server.port}/search/?q=number&type=everything`)
    await page.getByText('10,000 links', { exact: true }).first().waitFor({ timeout: 120_000 })
    const first = await readMeasured(page)
    for (const text of searches) await search(page, text)
    const { searches: took, built, longTasks } = await readMeasured(page)
    const answers = took.slice(first.searches.length)
    return [
      {
        promise: 'search of 10,000 encrypted links, p95',
        figure: percentile(answers, 0.95),
        unit: 'ms',
        limit: 50,
        better: 'less',
        note: `p50 ${median(answers).toFixed(1)}, longest of ${answers.length} ${Math.max(...answers).toFixed(0)} ms`,
      },
      {
        promise: 'first reading and index of 10,000 encrypted links',
        figure: built,
        unit: 'ms',
        limit: 20_000,
        better: 'less',
        note: `longest task of the page during it ${Math.max(0, ...longTasks).toFixed(0)} ms`,
      },
    ]
  } finally {
    await browser.close()
    remove()
  }
}

/** Types a search, and waits for the answer of the index. */
async function search(page: Page, text: string): Promise<void> {
  const before = (await readMeasured(page)).searches.length
  // Filters of the search before are chips in the field.
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('combobox', { name: 'Search everything' }).fill(text)
  await page.waitForFunction(
    count => (globalThis as unknown as { measured: Measured }).measured.searches.length > count,
    before,
  )
}

const readMeasured = (page: Page): Promise<Measured> =>
  page.evaluate(() => (globalThis as unknown as { measured: Measured }).measured)

/** Runs in the page. Measures the tasks of the worker that has the index. */
function watchIndex(): void {
  const measured: Measured = { searches: [], built: 0, longTasks: [] }
  Object.assign(globalThis, { measured })
  let started: number | undefined
  new PerformanceObserver(list => {
    if (measured.built === 0 && started !== undefined)
      measured.longTasks.push(...list.getEntries().map(entry => entry.duration))
  }).observe({ type: 'longtask' })
  const post = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (this: Worker, message: { id: number; name: string }): void {
    const sent = performance.now()
    started ??= sent
    const answer = ({ data }: MessageEvent<{ id: number }>) => {
      if (data.id !== message.id) return
      this.removeEventListener('message', answer as EventListener)
      const now = performance.now()
      if (message.name === 'search') measured.searches.push(now - sent)
      if (message.name === 'keep' && measured.built === 0) measured.built = now - (started ?? now)
    }
    this.addEventListener('message', answer as EventListener)
    post.call(this, message)
  } as typeof post
}
