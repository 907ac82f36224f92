import * as contract from '@nestmark/contract/reading/copies'
import { createCollection } from '@nestmark/contract/collections'
import { cancelJob, jobStatus } from '@nestmark/contract/jobs'
import { saveLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorTexts } from '@nestmark/texts/errors'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { linksFilled, waitForEndWithRetries } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'

let app: TestApp
let site: TestServer
let ada: Person
const words = 'The heron stood in the shallow water and waited for the fish, as herons do. '.repeat(20)
/** True when pages under /silent get no answer; before they are errors, so that their links are filled quickly. */
let isSilent = false

beforeAll(async () => {
  site = await serve((request, response) => {
    const path = request.url ?? ''
    const isMissing = path === '/robots.txt' || path.startsWith('/silent')
    if (isSilent && path.startsWith('/silent')) return
    response.writeHead(isMissing ? 404 : 200, { 'content-type': 'text/html' })
    response.end(`<title>Herons</title><article><p>${words}</p></article>`)
  })
  app = await startApp({ copies: 'full', fetchAllowPrivate: [site.hostPort] })
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  await app.stop()
  await site.close()
})

const read = (link_id: string) => ada.call(contract.getCopy, { link_id })
const choose = (keep_copies: 'full' | 'never') => ada.call(contract.updateKeepCopies, { keep_copies })

/** Adds a collection with links that have no copies. */
async function addPages(paths: readonly string[]): Promise<{ folder: string; links: string[] }> {
  isSilent = false
  await choose('never')
  const folder = (await ada.call(createCollection, { name: 'Reading' }))._id
  const links: string[] = []
  for (const path of paths) {
    const link = { name: path, category: 3, link: site.origin + path, parent: folder }
    links.push((await ada.call(saveLink, link))._id)
  }
  await linksFilled(app)
  return { folder, links }
}

test('copies a collection in the background with progress', async () => {
  const { folder, links } = await addPages(['/1', '/2', '/3'])
  // The owner stores no copies, so it would be untrue that all pages have copies.
  const off = await ada.call(contract.keepCollection, { folder_id: folder })
  expect(await waitForEndWithRetries(app, ada, off.job)).toMatchObject({
    state: 'failed',
    error: errorTexts['copies.off'],
  })
  await choose('full')
  await ada.call(contract.updateLinkCopies, { link_id: links[2]!, keep: 'never' })
  const { job } = await ada.call(contract.keepCollection, { folder_id: folder })
  expect(await waitForEndWithRetries(app, ada, job)).toMatchObject({
    kind: 'keepCollection',
    state: 'done',
    done: 3,
    total: 3,
    bulk: { action: 'keepCollection', changed: 2, left: 0 },
  })
  expect((await Promise.all(links.map(read))).map(({ state }) => state)).toEqual(['kept', 'kept', 'none'])
  const again = await ada.call(contract.keepCollection, { folder_id: folder })
  expect(await waitForEndWithRetries(app, ada, again.job)).toMatchObject({
    state: 'done',
    bulk: { changed: 0, left: 0 },
  })
})

test('a stopped job does not wait for a page, and leaves the page as it was', async () => {
  const { folder, links } = await addPages(['/4', '/silent/5', '/6'])
  await choose('full')
  isSilent = true
  const { job } = await ada.call(contract.keepCollection, { folder_id: folder })
  await expect.poll(async () => (await read(links[1]!)).state, { timeout: 30_000 }).toBe('keeping')
  expect(await toOutcome(ada.call(contract.keepCollection, { folder_id: folder }))).toBe('copies.running')
  await ada.call(cancelJob, { job })
  // Its site never answers.
  await expect
    .poll(() => ada.call(jobStatus, { job }), { timeout: 30_000 })
    .toMatchObject({ state: 'cancelled', done: 1, total: 3 })
  expect((await Promise.all(links.map(read))).map(({ state }) => state)).toEqual(['kept', 'none', 'none'])
})

test('a page on which the server fails does not hold up the others', async () => {
  const { folder, links } = await addPages(['/7', '/8'])
  await choose('full')
  const { scraper } = app.services
  let failures = 0
  // A process that reads pages ends at this page every time.
  const copyPage: typeof scraper.copyPage = (page, options) => {
    if (!page.url.endsWith('/7')) return scraper.copyPage(page, options)
    failures++
    return Promise.reject(new Error('The process has ended.'))
  }
  app.services.scraper = { ...scraper, copyPage }
  const { job } = await ada.call(contract.keepCollection, { folder_id: folder })
  expect(await waitForEndWithRetries(app, ada, job)).toMatchObject({
    state: 'done',
    bulk: { changed: 1, left: 1 },
  })
  app.services.scraper = scraper
  expect(failures).toBe(3)
  expect(await read(links[0]!)).toMatchObject({ state: 'failed', fault: 'slow' })
  expect(await read(links[1]!)).toMatchObject({ state: 'kept' })
})
