import { saveLink } from '@nestmark/contract/links/links'
import { fileTexts } from '@nestmark/texts/links/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { uploadFile } from '../../../test/support/files.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { createPhoto } from '../../../test/support/pictureSamples.ts'
import { readPicture, saveAndRead, unknown, waitForReading } from '../../../test/support/reading.ts'
import { addPlace, createFilm, createSound, toBox } from '../../../test/support/recordingSamples.ts'

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

describe('UPL-02 U07 videos and sounds', () => {
  test('an upright film with a place has its size as displayed, and names no place', async () => {
    const film = addPlace(await createFilm('mp4', {}, 90))
    expect(film.includes('+65.0500')).toBe(true)
    const link = await read(film, 'video/mp4')
    expect(link.media).toMatchObject({
      ...unknown,
      width: 360,
      height: 640,
      duration: 2000,
      play_type: 'video/mp4; codecs="vp09.00.10.08"',
      state: 'ready',
    })
    expect(link.thumbnail).toBe('')
  })

  test('reads title, artist and cover', async () => {
    const tags = { title: 'Sommar\u202e', artist: 'Ada', cover: await createPhoto(6) }
    for (const [type, bytes] of [
      ['video/mp4', await createFilm('mp4', tags)],
      ['audio/mpeg', await createSound('mp3', tags)],
    ] as const) {
      const link = await read(bytes, type)
      expect(link.media).toMatchObject({ title: 'Sommar', artist: 'Ada', state: 'ready' })
      expect((await readPicture(app, link)).thumb).toEqual([40, 60])
    }
  })

  test.each([
    ['video/webm', 'video/webm; codecs="vp09.00.21.08"', () => createFilm('webm')],
    ['audio/mpeg', 'audio/mpeg', () => createSound('mp3')],
    ['audio/ogg', 'audio/ogg; codecs="opus"', () => createSound('ogg')],
    ['audio/wav', 'audio/wav', () => createSound('wav')],
  ] as const)('reads the duration of %s', async (type, play_type, create) => {
    const { media } = await read(await create(), type)
    expect(media).toMatchObject({ play_type, state: 'ready' })
    expect(Math.abs(media!.duration! - 2000)).toBeLessThan(50)
  })

  test('stores a format that the server does not support with its size alone', async () => {
    const mpeg = Buffer.concat([Buffer.from('000001ba44', 'hex'), Buffer.alloc(5000)])
    const link = await read(mpeg, 'video/mpeg')
    expect(link).toMatchObject({ media: { ...unknown, state: 'ready' }, size: 5005 })
  })

  test('a cover of 90 MB, boxes of impossible size and recordings without an end do no harm', async () => {
    const cover = Buffer.alloc(90_000_000, 1)
    const sound = await read(await createSound('mp3', { title: 'Loud', cover }), 'audio/mpeg')
    expect(sound).toMatchObject({ media: { title: 'Loud', state: 'ready' }, thumbnail: '' })
    const type = toBox('ftyp', Buffer.from('isom\0\0\0\0isomvp09', 'latin1'))
    const large = Buffer.from('000000016d6f6f767fffffffffffffff', 'hex')
    const ogg = await createSound('ogg')
    for (const bytes of [
      Buffer.concat([type, large, Buffer.alloc(100)]),
      Buffer.concat([type, toBox('moov', toBox('trak', Buffer.alloc(50)))]),
    ])
      await expect(read(bytes, 'video/mp4')).rejects.toThrow(fileTexts.damaged(''))
    const cut = ogg.subarray(0, ogg.length - 150)
    const link = await read(cut, 'audio/ogg')
    expect(['ready', 'failed']).toContain(link.media?.state)
    expect(link.size).toBe(cut.length)
  })

  test('reads only the ranges from the store that the demuxer needs', async () => {
    const film = await createFilm('mp4', {}, 0, 200_000)
    expect(film.length).toBeGreaterThan(9_000_000)
    const { fileStore } = app.services
    const { read: readObject } = fileStore
    const file = await uploadFile(app, ada, film, { type: 'video/mp4' })
    let bytes = 0
    fileStore.read = async (key, range) => {
      bytes += range ? range.last - range.first + 1 : film.length
      return readObject(key, range)
    }
    try {
      const link = await ada.call(saveLink, { name: 'Film', category: 2, s3_key: [{ file }] })
      expect((await waitForReading(ada, link._id)).media).toMatchObject({ duration: 2000, width: 640 })
    } finally {
      fileStore.read = readObject
    }
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(1_000_000)
  })
})
