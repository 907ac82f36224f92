import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getLink, oneClickSave } from '@nestmark/contract/links/links'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { runImport } from '../../../features/importExport/importRun.ts'
import { finishJob, storePart } from '../../../jobs/fileStore.ts'
import { createBatches } from '../../../jobs/batches.ts'
import { jobKinds } from '../../../jobKinds.ts'
import { claim, requeueExpired } from '../../../jobs/claim.ts'
import { enqueue } from '../../../jobs/store.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Person, signIn } from '../../support/people.ts'
import { bookmarkFile } from '../bookmarkFile.testing.ts'

let app: TestApp
let ada: Person
let site: Server
let address: string
let asked = 0

beforeAll(async () => {
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0b6a7c' } })
    .png()
    .toBuffer()
  site = createServer((request, response) => {
    asked++
    if (request.url === '/p.png') return response.setHeader('content-type', 'image/png').end(picture)
    return response
      .setHeader('content-type', 'text/html')
      .end(
        '<title>A page</title><meta name="description" content="Its words"><meta property="og:image" content="/p.png">',
      )
  })
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  const { port } = site.address() as AddressInfo
  address = `http://127.0.0.1:${port}/`
  app = await startApp({ fetchAllowPrivate: [`127.0.0.1:${port}`] })
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  await app.stop()
  site.close()
})

const findings = async () => (await checkIntegrity(app.services.db)).findings
const rowsOf = async (table: 'pictures' | 'links') =>
  (await app.services.db.read.selectFrom(table).select('id').execute()).length

test('F15 the job that fills in a link runs twice, sequentially and concurrently: one picture, one description', async () => {
  const { _id: id } = await ada.call(oneClickSave, { url: address })
  const filled = async () => (await ada.call(getLink, { link_id: id })).link
  while (!(await filled()).thumbnail) await new Promise(done => setTimeout(done, 20))
  const before = await filled()
  const pages = asked

  const { db } = app.services
  const kind = jobKinds(app.services, () => undefined).find(each => each.kind === 'fillLink')!
  const job = (await db.read
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'fillLink')
    .executeTakeFirst())!
  const { signal } = new AbortController()
  const slot = { isWanted: async () => false }
  const run = () => kind.run({ ...job, lease_owner: '' }, signal, slot)
  await run()
  await Promise.all([run(), run(), run()])
  expect(asked).toBeGreaterThan(pages)
  const after = await filled()
  expect({ ...after, thumbnail: '' }).toEqual({ ...before, thumbnail: '' })
  expect(await rowsOf('pictures')).toBe(1)
  expect(await findings()).toEqual([])
})

test('F15 an import that lost its lease to another run writes nothing more: every link exists once', async () => {
  const { db } = app.services
  const before = await rowsOf('links')
  const file = bookmarkFile(3000)
  const id = await db.write(async tx => {
    const payload = { parent: ada.rootId, rootId: ada.rootId }
    // A separate kind, so that the app leaves it to this test.
    const job = await enqueue(tx, { ownerId: ada.id, kind: 'importOfThisTest', payload, now: 0 })
    await storePart(tx, job, 0, Buffer.from(file.html))
    return job
  })
  const queue = 'importOfThisTest'
  const take = async (lease: string, now: number) => {
    await requeueExpired(db, [queue], now, [])
    return claim(db, { queue, perKey: 1, after: '', lease, now, leaseMs: 1000 })
  }
  const first = (await take('one', 1))!
  expect(first.id).toBe(id)
  expect(await take('two', 500)).toBeUndefined()
  const slow = runImport({ db, batches: createBatches(db) }, first).catch((error: Error) => error.message)
  // The first run counts as dead while it is still working.
  const second = (await take('two', 5000))!
  await db.write(tx => finishJob(tx, id, { state: 'failed' }, 5000, 'one'))
  const [end, firstRun] = await Promise.all([runImport({ db, batches: createBatches(db) }, second), slow])
  expect([end, firstRun]).toEqual([{ state: 'done' }, 'Another process has taken over the job.'])
  expect((await rowsOf('links')) - before).toBe(3000)
  await db.write(tx => finishJob(tx, id, { state: 'done' }, 6000, 'two'))
  expect(await findings()).toEqual([])
})
