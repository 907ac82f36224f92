import { assertDefined } from '@nestmark/core/assertDefined'
import { launchBrowser, unpackBrowser } from '../../../e2e/support/browser.ts'
import { signUp } from '../../person.ts'
import { openRawSql } from '../../serverLocation.ts'
import type { Row, World } from '../../benchmark.ts'

const collections = 50_000

/** Measures the first visit of the dashboard in a real browser: the size of its JavaScript, and a tree of 50,000 collections. */
export async function page({ large }: World): Promise<Row[]> {
  const origin = `http://127.0.0.1:${large.server.port}`
  const person = await signUp(large.server.port, `gardener${Date.now()}`)
  await plantTree(large.location, person)
  const remove = await unpackBrowser()
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 1024 } })
    await context.addInitScript(token => localStorage.setItem('token', token), person.token)
    const visit = await context.newPage()
    const sizes: Promise<number>[] = []
    visit.on('response', response => {
      if (new URL(response.url()).pathname.endsWith('.js'))
        sizes.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => responseBodySize),
        )
    })
    await visit.addInitScript(watchTree)
    await visit.goto(`${origin}/dashboard`)
    await visit.getByText('Recent links').waitFor()
    await visit.waitForFunction(() => (globalThis as { treeAfter?: number }).treeAfter !== undefined)
    // The event stream stays open, so the network is never idle. After this time all initial requests are done.
    await visit.waitForTimeout(2000)
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    const treeAfter = assertDefined(
      await visit.evaluate(() => (globalThis as { treeAfter?: number }).treeAfter),
      'treeAfter',
    )
    return [
      {
        promise: 'JavaScript of the first visit, compressed',
        figure: bytes / 1000,
        unit: 'kB',
        limit: 200,
        better: 'less',
      },
      {
        promise: 'first rows of a tree of 50,000 after its response',
        figure: treeAfter,
        unit: 'ms',
        limit: 300,
        better: 'less',
      },
    ]
  } finally {
    await browser.close()
    remove()
  }
}

/** Runs in the page. Measures the time from the end of the tree's response to the first rendered row. */
function watchTree(): void {
  const shared = globalThis as { treeAfter?: number }
  const look = () => {
    const entry = performance
      .getEntriesByType('resource')
      .find(each => each.name.endsWith('/get-folder-chain'))
    const shown = document.querySelector('[role=treeitem]')
    if (entry && shown)
      shared.treeAfter = performance.now() - (entry as PerformanceResourceTiming).responseEnd
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Creates 50,000 collections: five hundred at the top level, with about a hundred in each. */
async function plantTree(
  location: Parameters<typeof openRawSql>[0],
  person: { ask<T>(path: string): Promise<T> },
): Promise<void> {
  const { user_id: ownerId, root_folder: root } = await person.ask<{ user_id: string; root_folder: string }>(
    'user-data',
  )
  const raw = await openRawSql(location)
  const insert =
    raw.prepare(`insert into collections (id, owner_id, parent_id, name, name_key, descr, created_at, updated_at)
    values ($1, $2, $3, $4, $4, '', 1, 1)`)
  await raw.run('begin')
  for (let n = 0; n < collections; n++) {
    const top = Math.floor(n / 100) * 100
    const parent = n === top ? root : `tree-${ownerId}-${top}`
    await insert(`tree-${ownerId}-${n}`, ownerId, parent, `number ${n}`)
  }
  await raw.run('commit')
  await raw.close()
}
