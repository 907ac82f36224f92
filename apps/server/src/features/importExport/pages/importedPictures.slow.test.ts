import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { undo } from '@nestmark/contract/jobs'
import { listDashboardLinks } from '@nestmark/contract/links/links'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { importedPicturesFetched, waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { bookmarkText, exportText, importText } from '../files/files.testing.ts'

let app: TestApp
let site: Server
let host: string
/** The requested paths, in order. */
let asked: string[] = []
/** The number of unanswered requests, and its maximum. */
let open = 0
let openAtOnce = 0
/** A host that closes every connection, and the number of its connections. */
let deadSite: TcpServer
let deadHost: string
let connections = 0
/** Delays the answers. */
let gate: Promise<void> | null = null

beforeAll(async () => {
  const picture = await sharp({ create: { width: 90, height: 50, channels: 3, background: '#2a763f' } })
    .png()
    .toBuffer()
  site = createServer(async (request, response) => {
    asked.push(request.url!)
    openAtOnce = Math.max(openAtOnce, ++open)
    response.on('close', () => open--)
    await gate
    if (!request.url!.endsWith('.png')) return response.writeHead(404).end()
    response.setHeader('content-type', 'image/png').end(picture)
  })
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  deadSite = createTcpServer(socket => {
    connections++
    socket.destroy()
  })
  await new Promise<void>(done => deadSite.listen(0, '127.0.0.1', done))
  deadHost = `127.0.0.1:${(deadSite.address() as AddressInfo).port}`
  app = await startApp({ fetchAllowPrivate: [host, deadHost] })
})
beforeEach(() => {
  asked = []
  openAtOnce = 0
  gate = null
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  await app.stop()
  site.close()
  deadSite.close()
})

const row = (name: string, attributes: string) =>
  `<DT><A HREF="https://example.org/${name}" ${attributes}>${name}</A>\n`
const covers = (names: readonly string[]) =>
  bookmarkText(names.map(name => row(name, `COVER="http://${host}/${name}.png"`)).join(''))

async function listPictured(who: Person): Promise<string[]> {
  const { links } = await who.call(listDashboardLinks, {})
  return links
    .filter(link => link.thumbnail !== '')
    .map(link => link.name)
    .toSorted()
}

test('IO-03 fetches after the import the pictures that a file names, and not the pages', async () => {
  const ada = await signIn(app, 'ada', 2)
  const file = bookmarkText(
    row('raindrop', `COVER="http://${host}/a.png"`) +
      row('data', `DATA-COVER="http://${host}/b.png"`) +
      row('own', `NM_IMAGE="http://${host}/c.png"`) +
      row('missing', `COVER="http://${host}/missing"`) +
      row('plain', '') +
      `<DT><A HREF="http://${host}/page" COVER="http://${host}/d.png">same site</A>`,
  )
  expect((await importText(app, ada, file)).state).toBe('done')
  await importedPicturesFetched(app)
  expect(await listPictured(ada)).toEqual(['data', 'own', 'raindrop', 'same site'])
  expect(asked.toSorted()).toEqual(['/a.png', '/b.png', '/c.png', '/d.png', '/missing'])
  // The address of the picture stays, also of one that could not be fetched.
  expect(await exportText(app, ada)).toContain(`NM_IMAGE="http://${host}/missing"`)
})

test('IO-03 skips for ten minutes the pictures of a host that did not respond three times', async () => {
  const ada = await signIn(app, 'ada', 2)
  const importDead = async (prefix: string) => {
    const names = Array.from({ length: 30 }, (_, n) => `${prefix}-${n}`)
    const rows = names.map(name => row(name, `COVER="https://${deadHost}/${name}.png"`))
    rows.splice(20, 0, row(`${prefix}-good`, `COVER="http://${host}/${prefix}-good.png"`))
    await importText(app, ada, bookmarkText(rows.join('')))
    await importedPicturesFetched(app)
    return listPictured(ada)
  }
  expect(await importDead('first')).toEqual(['first-good'])
  expect(connections).toBe(3)
  // The next import continues with what is known.
  expect(await importDead('second')).toEqual(['first-good', 'second-good'])
  expect(connections).toBe(3)
  app.clock.now += 10 * 60_000
  await importDead('third')
  expect(connections).toBe(6)
})

test('IO-03 one import fetches one picture at a time, and those of others do not wait for its end', async () => {
  const [ada, zoe, xaver] = [
    await signIn(app, 'ada', 2),
    await signIn(app, 'zoe', 2),
    await signIn(app, 'xaver', 2),
  ]
  let release = () => {}
  gate = new Promise(done => (release = done))
  const many = Array.from({ length: 40 }, (_, n) => `many-${n}`)
  // The two slots of the kind are taken.
  await importText(app, ada, covers(many))
  await importText(app, zoe, covers(many.map(name => `other-${name}`)))
  await expect.poll(() => open).toBe(2)
  await importText(app, xaver, covers(['single']))
  release()
  await importedPicturesFetched(app)
  expect(openAtOnce).toBe(2)
  expect(asked.length).toBe(81)
  expect(asked.indexOf('/single.png')).toBeLessThan(40)
  expect(await listPictured(xaver)).toEqual(['single'])
  expect((await listPictured(ada)).length).toBe(40)
})

test('IO-01 an import fetches no further pictures after its undo', async () => {
  const ada = await signIn(app, 'ada', 2)
  let release = () => {}
  gate = new Promise(done => (release = done))
  const { job } = await importText(app, ada, covers(Array.from({ length: 60 }, (_, n) => `undone-${n}`)))
  await expect.poll(() => asked.length).toBe(1)
  const undone = await ada.call(undo, { undo: job })
  await waitForEnd(ada, undone.job)
  release()
  await importedPicturesFetched(app)
  // The links of the running step were listed before.
  expect(asked.length).toBeLessThanOrEqual(20)
})
