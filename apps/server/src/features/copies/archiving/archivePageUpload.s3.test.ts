import { cancelUpload, finishUpload, getUpload, startUpload } from '@nestmark/contract/files'
import * as contract from '@nestmark/contract/reading/copies'
import { createCollection } from '@nestmark/contract/collections'
import { findSaved, getLink, saveLink } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enforceQuotas } from '../../../access/planQuotas.ts'
import { checkIntegrity } from '../../../db/integrity.ts'
import { serve, type TestServer } from '../../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, sendPart, sendParts } from '../../../test/support/files.ts'
import { stopIntact } from '../../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'

let app: TestApp
let site: TestServer
let ada: Person
beforeAll(async () => {
  site = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sign in</title>'),
  )
  app = await startApp({ copies: 'full', fetchAllowPrivate: [site.hostPort] })
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  await stopIntact(app)
  await site.close()
})

const words = 'The avocet sweeps its bill through the mud and finds its food by touch. '.repeat(20)
const pixels =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP8z8AARAwQCgAcCgEBeQF5RQAAAABJRU5ErkJggg=='
const page = (more = '') =>
  Buffer.from(`<!doctype html><html lang="en"><title>My account</title><article><p>${words}</p>
    <img src="${pixels}"><img src="${site.origin}/secret.png?token=s3cr3t"><link rel="stylesheet" href="${site.origin}/secret.css">
    <style>@import "${site.origin}/import.css"; p { background: url(${site.origin}/bg.png) }</style>
    <x-card><template shadowrootmode="open"><style>p{color:red}</style><p>In the shade</p><slot name="a"></slot></template><b slot="a">Slotted</b></x-card>
    <iframe src="${site.origin}/frame"></iframe><input type="password" value="hunter2"><script>alert(1)</script>${more}</article>`)

const save = async (who: Person, path: string, parent?: string) =>
  (
    await who.call(saveLink, {
      name: 'Account',
      category: 3,
      link: `${site.origin}/${path}`,
      keep_copy: 'never',
      parent,
    })
  )._id
const pageType = { name: 'page.html', type: 'text/html', purpose: 'copy' as const }
const send = async (who: Person, bytes: Uint8Array, parent?: string) => {
  const upload = await beginUpload(who, bytes.length, { ...pageType, parent })
  await sendParts(app, who, upload, bytes)
  return upload.upload_id
}

test('EXT-01 T16 makes a page that a client sent a copy of its link, and fetches nothing for it', async () => {
  const link_id = await save(ada, 'account')
  const upload_id = await send(ada, page())
  const copies = await ada.call(contract.archivePageUpload, { upload_id, link_id })
  expect(copies).toMatchObject({
    state: 'kept',
    fault: null,
    versions: [{ mode: 'full', title: 'My account' }],
  })
  const html = await (await fetch(app.origin + copies.versions[0]!.copy)).text()
  expect(html).toContain(pixels)
  expect(html).toContain('<template shadowrootmode="open">')
  expect(html).toContain('<b slot="a">Slotted</b>')
  expect(html).not.toMatch(/secret\.|import\.css|bg\.png|hunter2|alert/)
  // A repeated call, whose first answer was lost, stores nothing more.
  expect(await ada.call(contract.archivePageUpload, { upload_id, link_id })).toMatchObject({
    versions: [{ number: 1 }],
  })
  expect(await ada.call(getUpload, { upload_id })).toMatchObject({ state: 'claimed' })
  expect((await ada.call(getLink, { link_id })).link.name).toBe('Account')
  // The extension asks before it offers to send a page.
  expect((await ada.call(findSaved, { link: `${site.origin}/account` })).can_keep).toBe(1)
  expect(site.requests.map(request => request.url).filter(url => url !== '/account')).toEqual([])
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
})

test('EXT-01 accepts a page in small parts, resumes it, and lets two calls read it at once', async () => {
  const link_id = await save(ada, 'large')
  const bytes = page(`<!--${'x'.repeat(5_500_000)}--><p>The end</p>`)
  const start = {
    name: 'page.html',
    content_type: 'text/html; charset=utf-8',
    purpose: 'copy' as const,
    size: bytes.length,
    request_key: 'once',
  }
  const upload = await ada.call(startUpload, start)
  const { upload_id, part_size: size } = upload
  expect(size).toBe(Math.max(1024 * 1024, app.services.fileStore.minPartBytes))
  const sendOne = (number: number) =>
    sendPart(app, ada, upload, number, bytes.subarray((number - 1) * size, number * size))
  await sendOne(2)
  expect(await toOutcome(ada.call(contract.archivePageUpload, { upload_id, link_id }))).toBe(
    'files.partsMissing',
  )
  // The sender was ended, and asks what is missing.
  const again = await ada.call(startUpload, start)
  expect(again).toMatchObject({ upload_id, parts: [2], state: 'open' })
  for (let number = 1; number <= Math.ceil(bytes.length / size); number++)
    if (number !== 2) expect((await sendOne(number)).status).toBe(204)
  const both = await Promise.all(
    [1, 2].map(() => ada.call(contract.archivePageUpload, { upload_id, link_id })),
  )
  expect(both.map(({ versions }) => versions.length)).toEqual([1, 1])
  expect(both[0]!.versions[0]!.words).toBeGreaterThan(200)
})

test('T16 makes nothing else of an uploaded page, and gives it to no other person or link of another owner', async () => {
  const eve = await signIn(app, 'eve', 2)
  const link_id = await save(ada, 'mine')
  const upload_id = await send(ada, page())
  const outcome = (who: Person, ids: { upload_id: string; link_id: string }) =>
    toOutcome(who.call(contract.archivePageUpload, ids))
  expect(await outcome(eve, { upload_id, link_id })).toBe('links.notFound')
  expect(await outcome(eve, { upload_id, link_id: await save(eve, 'hers') })).toBe('files.uploadNotFound')
  expect(await toOutcome(ada.call(finishUpload, { upload_id }))).toBe('files.uploadNotFound')
  expect(
    await toOutcome(ada.call(saveLink, { name: 'File', category: 1, s3_key: [{ file: upload_id }] })),
  ).toBe('files.uploadNotFound')
  const note = (await ada.call(saveLink, { name: 'Note', desc: 'Words', category: 4 }))._id
  expect(await outcome(ada, { upload_id, link_id: note })).toBe('copies.noAddress')
  // A file is no page.
  const sound = await beginUpload(ada, 1000)
  expect(await outcome(ada, { upload_id: sound.upload_id, link_id })).toBe('files.uploadNotFound')
  expect(await outcome(ada, { upload_id: 'none', link_id })).toBe('files.uploadNotFound')
  await ada.call(cancelUpload, { upload_id })
  expect(await outcome(ada, { upload_id, link_id })).toBe('files.uploadNotFound')
  await ada.call(cancelUpload, { upload_id: sound.upload_id })
})

test('P03 rejects what is not a page, too large or disabled, and frees its space', async () => {
  const link_id = await save(ada, 'refused')
  const before = await ada.call(getStorage, {})
  const start = (more: object) =>
    toOutcome(
      ada.call(startUpload, {
        name: 'page.html',
        content_type: 'text/html',
        purpose: 'copy',
        size: 10,
        ...more,
      } as never),
    )
  expect(await start({ size: 20_000_001 })).toBe('files.tooLarge')
  expect(await start({ size: 0 })).toBe('files.empty')
  expect(await start({ content_type: 'image/png' })).toBe('files.typeUnsupported')
  expect(await start({ enc: 1 })).toBe('files.encrypted')
  const upload_id = await send(ada, Buffer.from('%PDF-1.7 and so on'))
  expect(await toOutcome(ada.call(contract.archivePageUpload, { upload_id, link_id }))).toBe(
    'copies.unreadable',
  )
  expect(await ada.call(getUpload, { upload_id })).toMatchObject({ state: 'cancelled' })
  expect(await ada.call(getStorage, {})).toEqual(before)
  const off = await startApp({ copies: 'off' })
  try {
    const bea = await signIn(off, 'bea', 2)
    expect(await toOutcome(beginUpload(bea, 10, pageType))).toBe('copies.off')
  } finally {
    await off.stop()
  }
})

test('P03 a plan counts the copy and not the upload: stores what just fits, on the free plan as an article', async () => {
  const tim = await signIn(app, 'tim', 1)
  const parent = (await tim.call(createCollection, { name: 'Archive' }))._id
  const link_id = await save(tim, 'tight', parent)
  const bytes = page(`<!--${'x'.repeat(300_000)}-->`)
  const setStored = (kept_bytes: number) =>
    app.services.db.write(tx =>
      tx.updateTable('people').set({ kept_bytes }).where('id', '=', tim.id).execute(),
    )
  enforceQuotas(true)
  try {
    await setStored(100_000_000 - bytes.length)
    const upload_id = await send(tim, bytes, parent)
    const { versions } = await tim.call(contract.archivePageUpload, { upload_id, link_id })
    expect(versions).toMatchObject([{ mode: 'reader', copy: null }])
    await setStored(100_000_000 - 10)
    expect(await toOutcome(beginUpload(tim, bytes.length, { ...pageType, parent }))).toBe('plan.storage')
  } finally {
    enforceQuotas(false)
    const [row] = await app.services.db.read
      .selectFrom('blobs')
      .select(eb => eb.fn.sum<number>('size').as('size'))
      .where('owner_id', '=', tim.id)
      .execute()
    await setStored(Number(row?.size ?? 0))
  }
})
