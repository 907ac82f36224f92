import { downloadUrl } from '@nestmark/contract/files'
import { createCollection } from '@nestmark/contract/collections'
import { saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../blobStorage/testing/objectStore.testing.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { saveFile, toAudio } from '../../../test/support/files.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { changeSignature } from '../../../test/support/signedAddress.ts'
import { giveKey, newLinkId, sealLink } from '../../encryption/fixture.testing.ts'
import { readChunks, sealUploads, uploadSealed } from '../../encryption/links/sealedFiles.testing.ts'

let bucket: ObjectStore
let app: TestApp
let ada: Person
beforeAll(async () => {
  bucket = await startObjectStore()
  app = await startApp({ files: { store: 's3', folder: '', s3: bucket.settings, isDirect: true } })
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  await app.stop()
  await bucket.close()
})

test('Z09 FILES_DIRECT sends readers to a short-lived address of the bucket, after the check of the right', async () => {
  const bytes = toAudio(100_000)
  const link = await saveFile(app, ada, bytes, { name: 'Ä song.mp3' })
  const { url } = await ada.call(downloadUrl, { link_id: link._id })
  const answer = await fetch(app.origin + url, { redirect: 'manual', headers: { range: 'bytes=5-9' } })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
  const location = answer.headers.get('location')!
  expect(new URL(location).origin).toBe(bucket.settings.endpoint)
  const part = await fetch(location, { headers: { range: 'bytes=5-9' } })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(5, 10)])
  expect(part.headers.get('content-type')).toBe('audio/mpeg')
  expect(part.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%84%20song.mp3")
  expect(Buffer.from(await (await fetch(app.origin + url)).arrayBuffer()).equals(bytes)).toBe(true)

  bucket.skewMs = 301_000
  expect((await fetch(location)).status).toBe(403)
  bucket.skewMs = 0
})

test('ENC-07 never sends an encrypted file by an address of the bucket: the page reads it in ranges', async () => {
  const parent = (await ada.call(createCollection, { name: 'Secrets' }))._id
  const key = await giveKey(ada, parent)
  const bytes = toAudio(100_000)
  const upload = await uploadSealed(app, ada, bytes, { parent })
  const _id = newLinkId()
  const { enc: _, ...texts } = await sealLink(key, _id, { name: 'Song' })
  const s3_key = await sealUploads(key, _id, [upload])
  const link = await ada.call(saveEncryptedLink, { ...texts, category: 5, parent, s3_key })
  const { url } = await ada.call(downloadUrl, { link_id: _id })
  for (const range of ['', 'bytes=5-9']) {
    const headers = new Headers(range === '' ? {} : { range })
    const answer = await fetch(app.origin + url, { redirect: 'manual', headers })
    expect(answer.status).toBe(range === '' ? 200 : 206)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    await answer.arrayBuffer()
  }
  expect((await readChunks(app, ada, key, { link })).equals(bytes)).toBe(true)
})

test('Z07 an address of the server gives none of the bucket to others, or after its end', async () => {
  const link = await saveFile(app, ada, toAudio(1000))
  const { url } = await ada.call(downloadUrl, { link_id: link._id })
  const eve = await signIn(app, 'eve')
  await expect(eve.call(downloadUrl, { link_id: link._id })).rejects.toMatchObject({ status: 404 })
  const changed = changeSignature(url)
  expect((await fetch(app.origin + changed, { redirect: 'manual' })).status).toBe(404)
  app.clock.now += 301_000
  expect((await fetch(app.origin + url, { redirect: 'manual' })).status).toBe(404)
})

test('the page may load pictures, videos and documents from the bucket', async () => {
  const policy = (await fetch(`${app.origin}/dashboard`)).headers.get('content-security-policy')!
  for (const kind of ['img-src', 'media-src', 'connect-src'])
    expect(policy.split('; ').find(each => each.startsWith(kind))).toContain(bucket.settings.endpoint)
  expect(policy.split('; ').find(each => each.startsWith('script-src'))).toBe("script-src 'self'")
})
