import { saveLink } from '@nestmark/contract/links/links'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { uploadFile } from '../../../test/support/files.ts'
import { stopIntact } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => stopIntact(app))

async function listStored(): Promise<Buffer[]> {
  const objects: Buffer[] = []
  for await (const { key } of app.services.fileStore.list()) {
    const chunks: Buffer[] = []
    for await (const chunk of (await app.services.fileStore.read(key))!) chunks.push(chunk as Buffer)
    objects.push(Buffer.concat(chunks))
  }
  return objects
}

test('Z09 writes a damaged picture anew from its pixels, and rejects a damaged video', async () => {
  const place = Buffer.from('Fjallvegur 7')
  const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#8a9d68' } })
  const frames = sharp(Buffer.alloc(8 * 16 * 3, 90).fill(9, 200), {
    raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
  })
  const comment = Buffer.concat([Buffer.of(0xff, 0xfe, 0, place.length + 2), place, Buffer.of(0)])
  const withComment = (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
  const upright = plain.clone().withMetadata({ orientation: 6 }).withIccProfile('p3').jpeg()
  const samples = [
    ['jpeg', withComment(await upright.toBuffer()), { width: 30, height: 40, hasProfile: true }],
    [
      'png',
      (
        await plain
          .clone()
          .png()
          .withXmp(`<x>${String(place)}</x>`)
          .toBuffer()
      ).subarray(0, -12),
      { width: 40 },
    ],
    ['gif', (await frames.gif().toBuffer()).subarray(0, -1), { pages: 2 }],
  ] as const
  for (const [format, bytes, expected] of samples) {
    const key = await uploadFile(app, ada, bytes, { name: `p.${format}`, type: `image/${format}` })
    await ada.call(saveLink, { name: 'Photo', category: 1, s3_key: [{ file: key }] })
    const stored = await listStored()
    expect(stored.some(each => each.includes(place))).toBe(false)
    const found = await Promise.all(
      stored.map(each =>
        sharp(each)
          .metadata()
          .catch(() => null),
      ),
    )
    const written = found.find(
      each => each?.format === format && each.width === ('width' in expected ? expected.width : 8),
    )
    const { icc, ...facts } = written!
    expect({ ...facts, hasProfile: icc !== undefined }).toMatchObject(expected)
  }
  const head = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\x0f\0moov', 'latin1')
  for (const [name, bytes] of [
    ['v.mp4', Buffer.concat([head, place])],
    ['p.jpg', Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe1), Buffer.alloc(20), place])],
  ] as const) {
    const type = name === 'v.mp4' ? 'video/mp4' : 'image/jpeg'
    await expect(uploadFile(app, ada, bytes, { name, type })).rejects.toThrow(
      'location data can’t be removed',
    )
  }
  expect((await listStored()).some(each => each.includes(place))).toBe(false)
})
