import { finishUpload } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, sendParts, uploadFile } from '../../../test/support/files.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import {
  createAnimation,
  createBlackPng,
  createPhoto,
  drawHalves,
} from '../../../test/support/pictureSamples.ts'
import { readPicture, saveAndRead, unknown, waitForReading } from '../../../test/support/reading.ts'
import { createFilm, createSound } from '../../../test/support/recordingSamples.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  await app.stop()
})

const read = (bytes: Uint8Array, type: string) => saveAndRead(app, ada, bytes, type)

describe('UPL-02 U07 pictures', () => {
  test.each([
    [1, 60, 40, 'red', 'blue'],
    [2, 60, 40, 'blue', 'red'],
    [3, 60, 40, 'blue', 'red'],
    [4, 60, 40, 'red', 'blue'],
    [5, 40, 60, 'red', 'blue'],
    [6, 40, 60, 'red', 'blue'],
    [7, 40, 60, 'blue', 'red'],
    [8, 40, 60, 'blue', 'red'],
  ] as const)(
    'shows a JPEG with orientation %i and a place upright',
    async (orientation, width, height, first, last) => {
      const link = await read(await createPhoto(orientation), 'image/jpeg')
      expect(link.media).toMatchObject({ ...unknown, width, height, state: 'ready', fault: null })
      const picture = await readPicture(app, link)
      expect([picture.width, picture.height, picture.thumb]).toEqual([width, height, [width, height]])
      // The halves are side by side, or one above the other.
      const [x, y] = width > height ? [width - 5, 5] : [5, height - 5]
      expect([picture.at(5, 5), picture.at(x, y)]).toEqual([first, last])
    },
  )

  test.each(['gif', 'webp'] as const)('shows the first frame of an animated %s', async format => {
    const link = await read(await createAnimation(format), `image/${format}`)
    expect(link.media).toMatchObject({ width: 60, height: 40, state: 'ready' })
    expect((await readPicture(app, link)).at(30, 20)).toBe('red')
  })

  test('gives a large picture both sizes, with CMYK and 16-bit colours too', async () => {
    const colours: [string, Buffer][] = [
      ['image/jpeg', await drawHalves(1200, 800).jpeg().toBuffer()],
      ['image/jpeg', await drawHalves(1200, 800).toColourspace('cmyk').jpeg().toBuffer()],
      ['image/png', await drawHalves(1200, 800).toColourspace('rgb16').png().toBuffer()],
    ]
    for (const [type, bytes] of colours) {
      const link = await read(bytes, type)
      expect(link.media).toMatchObject({ width: 1200, height: 800 })
      const picture = await readPicture(app, link)
      expect([picture.width, picture.height, picture.thumb]).toEqual([640, 427, [160, 107]])
      expect([picture.at(5, 5), picture.at(630, 5)]).toEqual(['red', 'blue'])
    }
  })

  test('U07 stores a picture of 50,000 × 50,000 pixels without a preview, and writes a cut one anew', async () => {
    const bomb = createBlackPng(50_000, 50_000)
    expect(bomb.length).toBeLessThan(400_000)
    const link = await read(bomb, 'image/png')
    const found = { width: 50_000, height: 50_000, state: 'failed', fault: 'tooLarge' }
    expect(link).toMatchObject({ media: found, thumbnail: '', size: bomb.length })
    const cut = await read((await createPhoto(1)).subarray(0, -100), 'image/jpeg')
    expect(cut).toMatchObject({ media: { width: 60, height: 40, state: 'ready', fault: null } })
  })
})

describe('UPL-02 the picture of a link', () => {
  test('UPL-06 makes the uploaded thumbnail the picture of the link, and not the cover', async () => {
    const film = await createFilm('mp4', { cover: await createPhoto(6) })
    const file = await uploadFile(app, ada, film, { type: 'video/mp4' })
    const poster = await drawHalves(500, 100).jpeg().toBuffer()
    const thumb = await uploadFile(app, ada, poster, { type: 'image/jpeg', purpose: 'thumb' })
    const { _id } = await ada.call(saveLink, { name: 'Film', category: 2, s3_key: [{ file, thumb }] })
    const link = await waitForReading(ada, _id)
    expect(link).toMatchObject({ thumbnail_width: 500, thumbnail_height: 100, media: { width: 640 } })
  })

  test('reads all files of a link, and the first one gives the picture', async () => {
    const files = [
      await uploadFile(app, ada, await drawHalves(300, 100).png().toBuffer(), { type: 'image/png' }),
      await uploadFile(app, ada, await drawHalves(100, 300).png().toBuffer(), { type: 'image/png' }),
    ]
    const s3_key = files.map(file => ({ file }))
    const { _id } = await ada.call(saveLink, { name: 'Two', category: 1, s3_key })
    const sizes = () =>
      app.services.db.read
        .selectFrom('files')
        .select(['width', 'height', 'state'])
        .where('link_id', '=', _id)
        .orderBy('position')
        .execute()
    const ready = (width: number, height: number) => ({ width, height, state: 'ready' })
    await expect.poll(sizes).toEqual([ready(300, 100), ready(100, 300)])
    expect(await waitForReading(ada, _id)).toMatchObject({ thumbnail_width: 300, thumbnail_height: 100 })
  })

  test('the answer has the peaks that the uploader sent', async () => {
    const sound = await createSound('wav')
    const upload = await beginUpload(ada, sound.length, { type: 'audio/wav' })
    await sendParts(app, ada, upload, sound)
    const { key } = await ada.call(finishUpload, { upload_id: upload.upload_id, peaks: [0, 255, 7] })
    const { _id } = await ada.call(saveLink, { name: 'Sound', category: 5, s3_key: [{ file: key }] })
    expect((await waitForReading(ada, _id)).media).toMatchObject({ peaks: [0, 255, 7], name: 'sound.mp3' })
  })
})
