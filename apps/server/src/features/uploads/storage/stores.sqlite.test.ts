import { downloadUrl, uploadTarget } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../blobStorage/testing/objectStore.testing.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { saveFile, sendPart, beginUpload, toAudio } from '../../../test/support/files.ts'
import { filesRead } from '../../../test/support/jobs.ts'
import { signIn } from '../../../test/support/people.ts'

let bucket: ObjectStore
let onDisk: TestApp
let inBucket: TestApp
beforeAll(async () => {
  bucket = await startObjectStore()
  onDisk = await startApp()
  inBucket = await startApp({ files: { store: 's3', folder: '', s3: bucket.settings, isDirect: false } })
})
afterAll(async () => {
  await onDisk.stop()
  await inBucket.stop()
  await bucket.close()
})

/** Uploads by both calls, saves and downloads, and returns everything that the caller sees, without random ids. */
async function walk(app: TestApp, bytes: Buffer): Promise<unknown> {
  const ada = await signIn(app, 'ada', 2)
  const { url, fields } = await ada.call(uploadTarget, {
    key: 'song.mp3',
    size: bytes.length,
    content_type: 'audio/mpeg',
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'song.mp3')
  const posted = await fetch(app.origin + url, { method: 'POST', body: form })
  const song = await ada.call(saveLink, {
    name: 'Song',
    category: 5,
    s3_key: [{ file: fields.key!.split('/')[1]! }],
  })
  const sound = await saveFile(app, ada, toAudio(9_000_000))
  const damaged = await beginUpload(ada, 1000)
  const refused = await sendPart(app, ada, damaged, 1, toAudio(1000), {
    'content-digest': 'sha-256=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:',
  })
  await filesRead(app)
  const answers: unknown[] = []
  for (const range of [null, 'bytes=5-9', 'bytes=-5', 'bytes=999999999-']) {
    const { url } = await ada.call(downloadUrl, { link_id: song._id, type: 'file', index: 0 })
    const headers: Record<string, string> = range === null ? {} : { range }
    const answer = await fetch(app.origin + url, { headers, redirect: 'manual' })
    const body = Buffer.from(await answer.arrayBuffer())
    const names = ['content-type', 'content-range', 'content-disposition', 'accept-ranges', 'cache-control']
    answers.push([answer.status, names.map(name => answer.headers.get(name)), body.toString('base64')])
  }
  return {
    fields: Object.keys(fields),
    url: new URL(url, app.origin).origin === app.origin,
    posted: posted.status,
    links: [song, sound].map(({ link, size, isFile, category, subCategory, media }) => {
      return { link, size, isFile, category, subCategory, media }
    }),
    refused: [refused.status, await refused.json()],
    answers,
    storage: await ada.call(getStorage, {}),
  }
}

test('UPL-10 uploads, links, downloads and counters are the same on the local disk and in an S3 store', async () => {
  const bytes = toAudio(300_000)
  const local = await walk(onDisk, bytes)
  expect(JSON.stringify(local)).toContain('"posted":204')
  expect(await walk(inBucket, bytes)).toEqual(local)
  expect(bucket.requests.some(each => each.startsWith('PUT '))).toBe(true)
})
