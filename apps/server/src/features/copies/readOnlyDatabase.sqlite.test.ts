import type { ServerResponse } from 'node:http'
import { getCopy } from '@nestmark/contract/reading/copies'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'

let app: TestApp
let site: TestServer
let ada: Person
/** The requests for the style sheet of the page that wait for an answer. */
const waiting: ServerResponse[] = []
const html = `<!doctype html><title>Herons</title><link rel="stylesheet" href="/style.css">
  <article><p>${'The heron waits. '.repeat(50)}</p></article>`

beforeAll(async () => {
  site = await serve((request, response) => {
    if (request.url === '/style.css') waiting.push(response)
    else if (request.url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    else response.writeHead(404).end()
  })
  app = await startApp({ copies: 'full', fetchAllowPrivate: [site.hostPort] })
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  await app.stop()
  await site.close()
})

async function countObjects(): Promise<number> {
  let count = 0
  for await (const { size } of app.services.fileStore.list()) count += size > 0 ? 1 : 0
  return count
}

function answerAll(): void {
  for (const response of waiting.splice(0)) response.writeHead(200, { 'content-type': 'text/css' }).end('p{}')
}

test('F20 still reads a database that becomes read-only during the making of a copy, and keeps the job', async () => {
  const link = await ada.call(saveLink, { name: 'Herons', category: 3, link: `${site.origin}/page` } as never)
  const copy = () => ada.call(getCopy, { link_id: link._id })
  await expect.poll(() => waiting.length).toBe(1)
  expect((await copy()).state).toBe('keeping')
  app.services.db.stopWriting()
  answerAll()
  // The bytes are stored before the rows that name them. The sweep removes them.
  await expect.poll(countObjects).toBe(2)
  const other = ada.call(saveLink, { name: 'Concurrent', category: 3, link: 'https://example.org/' } as never)
  expect(await toOutcome(other)).toBe('server.readOnly')
  expect((await ada.call(listDashboardLinks, {})).links.map(each => each.name)).toEqual(['Herons'])
  expect((await copy()).versions).toEqual([])

  // The job is still there, for a server that can write.
  const jobs = await app.services.db.read
    .selectFrom('jobs')
    .select('finished_at')
    .where('kind', '=', 'keepPage')
    .execute()
  expect(jobs).toEqual([{ finished_at: null }])
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
})
