import { deleteAccount } from '@nestmark/contract/accounts'
import { createCollection } from '@nestmark/contract/collections'
import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { saveLink } from '@nestmark/contract/links/links'
import { urlToPdf } from '@nestmark/contract/transfer/pdf'
import { getStorage } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { canUseSandbox } from '../../test/support/browserSandbox.ts'
import { stopIntact } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { giveKey, sealLink } from '../encryption/fixture.testing.ts'
import { sweep } from '../uploads/storage/sweepFiles.job.ts'
import { pdfAddress } from './pdfUpload.ts'

let site: TestServer
let app: TestApp
let answerSlow: () => void = () => undefined
beforeAll(async () => {
  site = await serve((request, response) => {
    const answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Turf houses</h1>')
    if (request.url === '/slow') answerSlow = answer
    else answer()
  })
  const browser = { browser: 'auto', folder: null, sandbox: await canUseSandbox() }
  app = await startApp({ browser, planLimits: true, fetchAllowPrivate: [site.hostPort] })
})
afterAll(async () => {
  await stopIntact(app)
  await site.close()
})

const makePdf = async (person: Person, url: string) => (await person.call(urlToPdf, { url })).data
const fetchPdf = (address: string) => fetch(app.origin + address)
const used = async (person: Person) => (await person.call(getStorage, {})).storage_used
const sizeOf = (blobId: string) => app.services.fileStore.readSize(blobId)
async function blobOf(address: string): Promise<string> {
  const upload = await app.services.db.read
    .selectFrom('uploads')
    .select('blob_id')
    .where('id', '=', address.split('/')[2] ?? '')
    .executeTakeFirst()
  return upload?.blob_id ?? ''
}

test('P04 a PDF counts as stored until its address ends, and its bytes go with it', async () => {
  const ada = await signIn(app, 'ada', 2)
  const address = await makePdf(ada, `${site.origin}/houses`)
  const { byteLength } = await (await fetchPdf(address)).arrayBuffer()
  const blob = await blobOf(address)
  expect([await used(ada), await sizeOf(blob)]).toEqual([byteLength, byteLength])
  app.clock.now += pdfAddress.validMs
  await sweep(app.services)
  expect([await used(ada), await sizeOf(blob)]).toEqual([0, null])
})

test('P04 a person whose storage is full gets no PDF', async () => {
  const lena = await signIn(app, 'lena', 2)
  const full = 10 ** 15
  const setUsed = (bytes: number) =>
    app.services.db.write(tx =>
      tx.updateTable('people').set({ reserved_bytes: bytes }).where('id', '=', lena.id).execute(),
    )
  await setUsed(full)
  await expect(makePdf(lena, `${site.origin}/houses`)).rejects.toMatchObject({ code: 'plan.storage' })
  await setUsed(0)
})

test('P04 E02 PDFs of a library end with the encryption of a link there, also during their printing', async () => {
  const olga = await signIn(app, 'olga', 2)
  const [member, stranger] = [await signIn(app, 'member', 2), await signIn(app, 'stranger', 2)]
  const { _id: parent } = await olga.call(createCollection, { name: 'Secrets' })
  await olga.call(setPermissions, { folder_id: parent, read: 1, write: 0, read_members: [member.id] })
  const { _id } = await olga.call(saveLink, {
    name: 'Bog',
    category: 3,
    link: 'https://bog.example/',
    parent,
  })
  const stored = await makePdf(stranger, `${site.origin}/houses`)
  const ended = [
    await makePdf(olga, `/c/${parent}`),
    await makePdf(olga, `/l/${_id}`),
    await makePdf(member, `/c/${parent}`),
  ]
  const blobs = await Promise.all(ended.map(blobOf))
  const printing = expect(makePdf(olga, `${site.origin}/slow`)).rejects.toMatchObject({
    code: 'files.uploadNotFound',
  })
  await expect.poll(() => site.requests.some(({ url }) => url === '/slow')).toBe(true)
  const key = await giveKey(olga, parent)
  await olga.call(updateEnc, { links: [await sealLink(key, _id, { name: 'Bog' })] })
  answerSlow()
  await printing
  for (const address of ended) expect((await fetchPdf(address)).status).toBe(404)
  expect((await fetchPdf(stored)).status).toBe(200)
  await sweep(app.services)
  for (const blob of blobs) expect(await sizeOf(blob)).toBe(null)
  expect([await used(olga), await used(member)]).toEqual([0, 0])
})

test('P04 Z19 removes the PDFs of a deleted account', async () => {
  const willem = await signIn(app, 'willem', 2)
  const blob = await blobOf(await makePdf(willem, `${site.origin}/houses`))
  expect(await sizeOf(blob)).toBeGreaterThan(0)
  await willem.call(deleteAccount, {})
  app.clock.now += 1000
  const sizeAfterSweep = async () => {
    await sweep(app.services)
    return sizeOf(blob)
  }
  await expect.poll(sizeAfterSweep).toBe(null)
})
