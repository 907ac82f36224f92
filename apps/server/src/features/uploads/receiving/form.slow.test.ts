import { uploadTarget } from '@nestmark/contract/files'
import { uploadTypes } from '@nestmark/core/media/mediaTypes'
import { saveLink } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { toAudio } from '../../../test/support/files.ts'
import { stopIntact } from '../../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => stopIntact(app))

type Fields = Record<string, string>

const target = (size: number, content_type = 'audio/mpeg', key = 'my song.mp3') =>
  ada.call(uploadTarget, { key, size, content_type })
const post = async (url: string, fields: Fields, bytes: Uint8Array) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'song.mp3')
  const answer = await fetch(app.origin + url, { method: 'POST', body: form })
  return answer.status === 204
    ? 'done'
    : `${answer.status} ${((await answer.json()) as { code: string }).code}`
}

describe('UPL-02 UPL-03 the signed form of the specification', () => {
  test('UPL-03 accepts a post of a file with the fields and more, and saves it by the part of its key after the slash', async () => {
    const bytes = toAudio(20_000_000)
    const { url, fields } = await target(bytes.length)
    expect(fields.key).toMatch(/^u\/[\w-]{22}\.mp3$/)
    expect(await post(url, { ...fields, bucket: 'any', 'Content-Type': 'audio/mpeg' }, bytes)).toBe('done')
    const file = fields.key.split('/')[1]!
    const link = await ada.call(saveLink, {
      name: 'Song',
      category: 5,
      link: '',
      size: 1,
      s3_key: [{ file }],
    } as never)
    expect(link).toMatchObject({
      link: '',
      size: bytes.length,
      isFile: 1,
      category: 5,
      subCategory: 21,
      media: { name: 'my song.mp3', media_type: 'audio/mpeg' },
    })
    expect(link.s3_key).toEqual([{ file: expect.stringMatching(/^[\w-]{22}\.mp3$/), thumb: '' }])
    expect((await ada.call(getStorage, {})).storage_cat.listen).toBe(bytes.length)
  })

  test('UPL-04 U02 allows exactly the fourteen types', async () => {
    for (const type of uploadTypes) expect(await toOutcome(target(100, type))).toBe('done')
    expect(uploadTypes.length).toBe(14)
    for (const type of ['application/pdf', 'image/svg+xml', 'text/html', 'application/xml', 'image/tiff'])
      expect(await toOutcome(target(100, type))).toBe('files.typeUnsupported')
    await expect(target(100_000_001)).rejects.toMatchObject({
      status: 413,
      message: 'File size should be less than 100Mb',
    })
  })

  test('U05 rejects a changed field, an expired form and a second post', async () => {
    const bytes = toAudio(100)
    const { url, fields } = await target(bytes.length)
    const other = await target(bytes.length)
    const refused = '403 files.formInvalid'
    const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
    for (const [name, value] of Object.entries(fields))
      expect(await post(url, { ...fields, [name]: flipped(value) }, bytes)).toBe(refused)
    expect(await post(url, { ...fields, key: other.fields.key }, bytes)).toBe(refused)
    expect(await post(url, { ...fields, policy: other.fields.policy }, bytes)).toBe(refused)
    expect(await post(url, {}, bytes)).toBe(refused)
    expect(await post(url, fields, bytes)).toBe('done')
    expect(await post(url, fields, bytes)).toBe(refused)
    app.clock.now += 600_001
    expect(await post(url, other.fields, bytes)).toBe(refused)
  })

  test('U04 rejects other sizes than declared and other bytes, and leaves nothing', async () => {
    const { storage_used } = await ada.call(getStorage, {})
    const attempts: [number, Uint8Array, string][] = [
      [100, toAudio(99), '400 files.partInvalid'],
      [100, toAudio(101), '400 files.partInvalid'],
      [100, Buffer.from('<html>'.padEnd(100)), '400 files.typeUnsupported'],
    ]
    for (const [size, bytes, outcome] of attempts) {
      const { url, fields } = await target(size)
      expect(await post(url, fields, bytes)).toBe(outcome)
    }
    expect((await ada.call(getStorage, {})).storage_used).toBe(storage_used)
  })

  test('U04 accepts 100,000,000 bytes, and rejects one more during its arrival', async () => {
    const bytes = toAudio(100_000_001)
    const one = await target(100_000_000)
    expect(await post(one.url, one.fields, bytes)).toBe('413 files.tooLarge')
    const two = await target(100_000_000)
    expect(await post(two.url, two.fields, bytes.subarray(0, -1))).toBe('done')
  })
})
