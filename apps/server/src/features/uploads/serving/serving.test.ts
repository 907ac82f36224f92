import { downloadUrl } from '@nestmark/contract/files'
import { createCollection } from '@nestmark/contract/collections'
import { getLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { getStorage, logout } from '@nestmark/contract/session'
import { makeLinkPublic, setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enforceQuotas } from '../../../access/planQuotas.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { saveFile, toAudio, toGif, uploadFile } from '../../../test/support/files.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'
import { waitForReading } from '../../../test/support/reading.ts'
import { putObject } from '../../../blobStorage/testing/putObject.testing.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

const addressFor = async (call: Person['call'], link_id: string) => (await call(downloadUrl, { link_id })).url
const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.origin + url, { headers, method })
const statusOf = async (url: string) => (await get(url)).status
const sessionOf = (url: string) => new URL(url, app.origin).searchParams.get('s')!
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('UPL-08 U03 served files', () => {
  test('UPL-08 U03 the bytes arrive completely and in ranges, with headers that keep them a file', async () => {
    const bytes = toAudio(300_000)
    const link = await saveFile(app, ada, bytes, { name: 'Ä "song" 愛.mp3' })
    const url = await addressFor(ada.call, link._id)
    const whole = await get(url)
    expect([whole.status, await bytesOf(whole)]).toEqual([200, bytes])
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '300000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=300',
      'content-disposition': expect.stringMatching(/^inline; filename=".*filename\*=UTF-8''%C3%84/),
    })
    const etag = whole.headers.get('etag')!
    const range = async (header: string, more: Record<string, string> = {}) => {
      const answer = await get(url, { range: header, ...more })
      return [answer.status, answer.headers.get('content-range'), (await bytesOf(answer)).toString('hex')]
    }
    const hex = (from: number, to: number) => bytes.subarray(from, to).toString('hex')
    expect(await range('bytes=100-199')).toEqual([206, 'bytes 100-199/300000', hex(100, 200)])
    expect(await range('bytes=299990-')).toEqual([206, 'bytes 299990-299999/300000', hex(299_990, 300_000)])
    expect(await range('bytes=-5')).toEqual([206, 'bytes 299995-299999/300000', hex(299_995, 300_000)])
    expect(await range('bytes=0-9', { 'if-range': etag })).toEqual([206, 'bytes 0-9/300000', hex(0, 10)])
    expect((await range('bytes=0-9', { 'if-range': '"other"' }))[0]).toBe(200)
    for (const header of ['bytes=300000-', 'bytes=99999999-', 'bytes=-0'])
      expect(await range(header)).toEqual([416, 'bytes */300000', ''])
    for (const header of ['bytes=5-2', 'items=0-1', 'bytes=0-1,2-3,4-5', 'bytes=x', 'bytes=-'])
      expect((await range(header))[0]).toBe(200)
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304)
    const head = await get(url, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), (await bytesOf(head)).length]).toEqual([
      200,
      '300000',
      0,
    ])
  })

  test('UPL-08 serves a file whose name has 255 characters, and serves a page at no file path', async () => {
    const bytes = toAudio(2000)
    for (const name of [`${'a'.repeat(251)}.mp3`, `${'𝄞愛'.repeat(125)}x.mp3`]) {
      const link = await saveFile(app, ada, bytes, { name })
      const answer = await get(await addressFor(ada.call, link._id))
      expect([answer.status, await bytesOf(answer)]).toEqual([200, bytes])
    }
    const long = 'a'.repeat(3000)
    for (const path of ['/f', `/f/x/${long}`, `/f/x/y/z`, `/pdf/x/${long}`, `/export/x/${long}`])
      expect([path, await statusOf(path)]).toEqual([path, 404])
  })

  test('UPL-08 the owner gets a range by one statement, and a client that leaves ends the reading', async () => {
    const bytes = toAudio(5_000_000)
    const link = await saveFile(app, ada, bytes)
    await waitForReading(ada, link._id)
    const url = await addressFor(ada.call, link._id)
    const read = async () => {
      const before = app.services.db.statements
      await bytesOf(await get(url, { range: 'bytes=4000000-4065535' }))
      return app.services.db.statements - before
    }
    // Other work of the server may run statements in between.
    await expect.poll(read).toBe(1)
    for (let n = 0; n < 30; n++) {
      const left = new AbortController()
      const answer = await fetch(app.origin + url, { signal: left.signal })
      await answer.body!.getReader().read()
      left.abort()
    }
    await expect.poll(() => app.services.downloads.counts(sessionOf(url))).toEqual({ running: 0, waiting: 0 })
    expect((await bytesOf(await get(url))).equals(bytes)).toBe(true)
  })

  test('UPL-08 serves a thumbnail and a document, the document as a download', async () => {
    const pdf = Buffer.from('%PDF-1.7 the words of a small document')
    const document = await saveFile(app, ada, pdf, { name: 'paper.pdf', type: 'application/pdf' })
    expect(document).toMatchObject({ category: 4, subCategory: 22 })
    const answer = await get(await addressFor(ada.call, document._id))
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=paper.pdf')
    expect(await bytesOf(answer)).toEqual(pdf)
    const gif = toGif('GIF89a a picture of a bird on a branch')
    const file = await uploadFile(app, ada, toAudio(100))
    const thumb = await uploadFile(app, ada, gif, { name: 't.gif', type: 'image/gif', purpose: 'thumb' })
    const song = await ada.call(saveLink, { name: 'Song', category: 5, s3_key: [{ file, thumb }] })
    expect(song.s3_key).toEqual([
      { file: expect.stringMatching(/\.mp3$/), thumb: expect.stringMatching(/\.gif$/) },
    ])
    const { url } = await ada.call(downloadUrl, { link_id: song._id, type: 'thumb', index: 0 })
    expect(await bytesOf(await get(url))).toEqual(gif)
    expect(await toOutcome(ada.call(downloadUrl, { link_id: song._id, index: 1 }))).toBe('files.notFound')
  })

  test('Z07 Z09 Z13 checks the right at each request, and the address ends after five minutes', async () => {
    const willem = await signIn(app, 'willem')
    const folder_id = (await ada.call(createCollection, { name: 'Shared' }))._id
    await ada.call(setPermissions, { folder_id, read: 1, write: 0, read_members: [willem.id] })
    const link = await saveFile(app, ada, toAudio(1000), { parent: folder_id })
    const own = await addressFor(ada.call, link._id)
    const his = await addressFor(willem.call, link._id)
    expect([await statusOf(own), await statusOf(his)]).toEqual([200, 200])
    await ada.call(setPermissions, { folder_id, read: 0, write: 0 })
    expect([await statusOf(own), await statusOf(his)]).toEqual([200, 404])
    expect(await toOutcome(willem.call(downloadUrl, { link_id: link._id }))).toBe('links.notFound')

    await ada.call(makeLinkPublic, { link_id: link._id, is_public: 1 })
    const visitors = await addressFor(app.as(null), link._id)
    expect(await statusOf(visitors)).toBe(200)
    await ada.call(trashLinks, { linkIdArr: [link._id] })
    expect([await statusOf(visitors), await statusOf(own)]).toEqual([404, 200])
    await ada.call(trashLinks, { linkIdArr: [link._id], isTrash: 0 })
    await ada.call(makeLinkPublic, { link_id: link._id, is_public: 0 })
    expect(await statusOf(visitors)).toBe(404)

    const [path, query] = own.split('?') as [string, string]
    for (const [name, value] of [
      ['m', 'x'.repeat(22)],
      ['e', '99999999999'],
      ['s', ''],
    ] as const) {
      const changed = new URLSearchParams(query)
      changed.set(name, value)
      expect(await statusOf(`${path}?${changed.toString()}`)).toBe(404)
    }
    expect(await statusOf(path)).toBe(404)
    app.clock.now += 300_001
    expect(await statusOf(own)).toBe(404)
    const fresh = await addressFor(ada.call, link._id)
    expect(await statusOf(fresh)).toBe(200)
    await ada.call(logout, {})
    expect(await statusOf(fresh)).toBe(404)
    ada = await signIn(app, 'ada', 2)
  })

  test('reports a file whose object is missing or of another size as lost, and serves it again after a new upload', async () => {
    const bytes = toAudio(5000)
    const link = await saveFile(app, ada, bytes)
    await waitForReading(ada, link._id)
    const { fileStore, db } = app.services
    const [blob] = await db.read
      .selectFrom('files')
      .select('blob_id')
      .where('link_id', '=', link._id)
      .execute()
    const url = await addressFor(ada.call, link._id)
    const state = async () => (await ada.call(getLink, { link_id: link._id })).link.media?.state
    await putObject(fileStore, blob!.blob_id, bytes.subarray(1))
    const answer = await get(url)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'files.lost'])
    expect(await state()).toBe('lost')
    await putObject(fileStore, blob!.blob_id, bytes)
    expect([await statusOf(url), await state()]).toEqual([200, 'ready'])
    await fileStore.remove([blob!.blob_id])
    expect([await statusOf(url), await state()]).toEqual([404, 'lost'])
    const before = await ada.call(getStorage, {})
    await saveFile(app, ada, bytes)
    expect([await statusOf(url), await state()]).toEqual([200, 'ready'])
    expect((await ada.call(getStorage, {})).storage_used).toBe(before.storage_used)
  })

  test('reports a file as lost that turns out to be short while the server sends a later range of it', async () => {
    const bytes = toAudio(5000)
    const link = await saveFile(app, ada, bytes)
    await waitForReading(ada, link._id)
    const { fileStore, db } = app.services
    const row = db.read.selectFrom('files').select('blob_id').where('link_id', '=', link._id)
    const { blob_id: id } = await row.executeTakeFirstOrThrow()
    const url = await addressFor(ada.call, link._id)
    const state = async () => (await ada.call(getLink, { link_id: link._id })).link.media?.state
    await putObject(fileStore, id, bytes.subarray(0, 4500))
    // The headers may have been sent before the end is found.
    const read = async () => bytesOf(await get(url, { range: 'bytes=4000-4999' }))
    await expect(read()).rejects.toThrow()
    await expect.poll(state).toBe('lost')
    await putObject(fileStore, id, bytes)
    expect([await statusOf(url), await state()]).toEqual([200, 'ready'])
  })

  test('UPL-09 U06 bandwidth counts the sent bytes, for the owner, and its limit holds', async () => {
    enforceQuotas(true)
    try {
      const owner = await signIn(app, 'owner', 2)
      const link = await saveFile(app, owner, toAudio(100_000))
      await owner.call(makeLinkPublic, { link_id: link._id, is_public: 1 })
      const url = await addressFor(app.as(null), link._id)
      await bytesOf(await get(url))
      await bytesOf(await get(url, { range: 'bytes=0-99' }))
      await get(url, {}, 'HEAD')
      const used = async () => (await owner.call(getStorage, {})).bw_used
      await expect.poll(used).toBe(100_100)
      app.services.meter.count(owner.id, 20_000_000_000)
      await expect(addressFor(owner.call, link._id)).rejects.toMatchObject({
        status: 402,
        code: 'plan.bandwidth',
        message: expect.stringMatching(/used up\. Files open again on \w+ 1\.$/),
      })
      expect(await statusOf(url)).toBe(402)
    } finally {
      enforceQuotas(false)
    }
  })
})
