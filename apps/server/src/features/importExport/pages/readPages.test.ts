import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listImports } from '@nestmark/contract/transfer/importExport'
import { startImport } from '@nestmark/contract/transfer/importPreview'
import { cancelJob, jobStatus, listRunningJobs, undo } from '@nestmark/contract/jobs'
import { listDashboardLinks } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { stopIntact, waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { bookmarkText, importText } from '../files/files.testing.ts'

let app: TestApp
let ada: Person
let people = 0
const sites: Server[] = []
const hosts: string[] = []
const asked: string[] = []
/** Delays the answers. */
let gate: Promise<void> | null = null

/** Opens a site whose pages have a title and a description. */
async function openSite(): Promise<string> {
  const site = createServer(async (request, response) => {
    asked.push(request.url!)
    await gate
    if (request.url === '/missing') return response.writeHead(404).end()
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><title>Page ${request.url}</title><meta name="description" content="About ${request.url}">`,
    )
  })
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  sites.push(site)
  return `127.0.0.1:${(site.address() as AddressInfo).port}`
}

beforeAll(async () => {
  // One page a second of each host: with several hosts no test waits.
  for (let n = 0; n < 4; n++) hosts.push(await openSite())
  app = await startApp({ fetchAllowPrivate: hosts })
})
beforeEach(async () => {
  ada = await signIn(app, `ada${people++}`, 2)
  asked.length = 0
  gate = null
})
afterAll(async () => {
  await stopIntact(app)
  for (const site of sites) site.close()
})

const at = (host: number, path: string) => `http://${hosts[host]}/${path}`
const row = (address: string, title: string, note = '') =>
  `<DT><A HREF="${address}">${title}</A>\n${note && `<DD>${note}\n`}`

/** Imports rows; returns the report. @param pages 1 to read the pages afterwards */
async function importRows(rows: string, pages: 0 | 1) {
  const { job } = await importText(app, ada, bookmarkText(rows), { preview: '1' })
  await ada.call(startImport, { job, choices: { pages } })
  const { state, report } = await waitForEnd(ada, job)
  expect(state).toBe('done')
  return { job, reading: report?.reading }
}
const readLinks = async () =>
  new Map((await ada.call(listDashboardLinks, {})).links.map(each => [each.link, [each.name, each.desc]]))

test('IO-01 SCRP-01 reads pages after an import: keeps titles of the file, and fills placeholders and empty descriptions', async () => {
  const rows =
    row(at(0, 'bare'), '') +
    row(at(1, 'named'), 'My own name', 'My note') +
    row(at(2, 'as-address'), `HTTP://${hosts[2]}/as-address/`) +
    row(at(3, 'missing'), '')
  const { job, reading } = await importRows(rows, 1)
  const ended = await waitForEnd(ada, reading)
  expect(ended).toMatchObject({ kind: 'readPages', state: 'done', done: 4, total: 4 })
  const links = await readLinks()
  expect(links.get(at(0, 'bare'))).toEqual(['Page /bare', 'About /bare'])
  expect(links.get(at(1, 'named'))).toEqual(['My own name', 'My note'])
  expect(links.get(at(2, 'as-address'))).toEqual(['Page /as-address', 'About /as-address'])
  expect(links.get(at(3, 'missing'))?.[0]).toBe(at(3, 'missing'))
  expect(await ada.call(listImports, {})).toMatchObject([{ job, reading }])
})

test('IO-01 reads no page when nobody chose it', async () => {
  const { reading } = await importRows(row(at(0, 'not-read'), ''), 0)
  expect(reading).toBeUndefined()
  expect(asked).toEqual([])
})

test('IO-01 the reading of pages has a progress, and ends when the user stops it or undoes the import', async () => {
  const many = hosts.map((_, n) => row(at(n, `stopped-${n}`), '')).join('')
  let open = () => {}
  const close = () => (gate = new Promise(done => (open = done)))
  close()
  const stopped = await importRows(many, 1)
  await expect.poll(() => asked.length).toBe(1)
  expect(await ada.call(listRunningJobs, {})).toContainEqual(
    expect.objectContaining({ job: stopped.reading, state: 'running', total: 4 }),
  )
  await ada.call(cancelJob, { job: stopped.reading! })
  open()
  expect(await waitForEnd(ada, stopped.reading)).toMatchObject({ state: 'cancelled' })
  expect(asked).toHaveLength(1)

  close()
  const undone = await importRows(many.replaceAll('stopped', 'undone'), 1)
  await expect.poll(() => asked.length).toBe(2)
  await ada.call(undo, { undo: undone.job })
  open()
  await waitForEnd(ada, undone.reading)
  expect((await ada.call(jobStatus, { job: undone.reading! })).state).toBe('done')
  expect([...(await readLinks()).keys()].filter(address => address.includes('undone'))).toEqual([])
})
