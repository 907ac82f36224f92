import type { LinkMedia } from '@nestmark/contract/links/linkMedia'
import { sealText } from '@nestmark/encryption/envelope'
import { newFileKey, type SealedFile } from '@nestmark/encryption/files/sealedFile'
import { expect, test } from 'vitest'
import { openLinkFiles, sealLinkFile, toOpenMedia } from './linkFiles.ts'
import { makeTestKey } from './testKeys.testing.ts'

const makeFile = (name: string): SealedFile => ({
  ...newFileKey(),
  uploadId: 'u1',
  name,
  type: 'image/png',
  size: 10,
  width: 4,
  height: 3,
  duration: null,
  peaks: null,
})
const media = { name: '', media_type: 'application/octet-stream', state: 'ready' } as LinkMedia

test('ENC-10 E05 the description of a file opens with the key of its link only, and damage affects no other file', async () => {
  const [key, other] = await Promise.all([makeTestKey('papers'), makeTestKey('papers')])
  const file = makeFile('a.png')
  const sealed = await sealLinkFile(key.key, 'a', file)
  const read = (linkId: string, by = key) => openLinkFiles(by.key, linkId, [{ file: 'f', thumb: '', sealed }])
  expect(await read('a')).toEqual([file])
  expect(await read('b')).toEqual([null])
  expect(await read('a', other)).toEqual([null])
  const malformed = await sealText(key.key, { linkId: 'a', field: 'sealed' }, '{"name":5}')
  const files = [
    { file: 'f', thumb: '', sealed: malformed },
    { file: 'g', thumb: '' },
    { file: 'h', thumb: '', sealed },
  ]
  expect(await openLinkFiles(key.key, 'a', files)).toEqual([null, null, file])
})

test('ENC-10 the page shows an open file as the server describes one in plain text', () => {
  const files = [makeFile('a.png'), makeFile('b.png'), null]
  expect(toOpenMedia(files, media)).toMatchObject({
    name: 'a.png',
    media_type: 'image/png',
    width: 4,
    height: 3,
    state: 'ready',
    more: ['b.png', ''],
  })
  expect(toOpenMedia(files.slice(0, 1), media)).not.toHaveProperty('more')
})

test('E05 shows a file that does not open as unreadable, and one that is lost as lost', () => {
  expect(toOpenMedia([null], media)).toMatchObject({ state: 'failed', fault: 'unreadable' })
  expect(toOpenMedia([null], { ...media, state: 'lost' } as LinkMedia)).toMatchObject({ state: 'lost' })
})
