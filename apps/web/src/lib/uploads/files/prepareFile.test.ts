import { maxFileBytes } from '@nestmark/core/media/mediaTypes'
import { fileTexts as texts } from '@nestmark/texts/links/files'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { replaceGlobal } from '../../fakePage.testing.ts'
import { inspectFile, prepareFile, RefusedFile, toAccept, toMediaType } from './prepareFile.ts'
import { toTitle } from '../upload.ts'

const sound = (name = 'a.mp3', type = 'audio/mpeg') => new File(['ID3 and sound'], name, { type })
const sized = (size: number, name = 'a.png', type = 'image/png') => ({ name, type, size }) as File

test.each([
  ['voice.m4a', 'audio/x-m4a', 'audio/mp4'],
  ['voice.wav', 'audio/vnd.wave', 'audio/wav'],
  ['photo.jpg', 'image/jpg', 'image/jpeg'],
  ['clip.webm', 'video/webm; codecs="vp9"', 'video/webm'],
  ['PHOTO.JPEG', '', 'image/jpeg'],
  ['talk.opus', '', 'audio/ogg'],
  ['paper.pdf', '', 'application/pdf'],
])('UPL-04 takes the file %s of the type “%s” as %s', (name, type, expected) => {
  expect(toMediaType({ name, type })).toBe(expected)
})

test('UPL-04 the extension does not count where the browser knows another type', () => {
  expect(toMediaType({ name: 'page.png', type: 'text/html' })).toBeUndefined()
})

test('UPL-04 rejects a file of another type with its extension', () => {
  expect(() => inspectFile(sized(9, 'notes.DOCX', 'application/msword'))).toThrow(texts.unsupported('docx'))
  expect(() => inspectFile(sized(9, 'README', ''))).toThrow(texts.unsupported(''))
})

test('UPL-05 the largest file has 100,000,000 bytes', () => {
  expect(inspectFile(sized(maxFileBytes))).toEqual({ type: 'image/png', category: 1 })
  expect(() => inspectFile(sized(maxFileBytes + 1))).toThrow('File size should be less than 100Mb')
  expect(maxFileBytes).toBe(100_000_000)
})

test('UPL-04 rejects an empty file, whatever its type', () => {
  expect(() => inspectFile(sized(0, 'notes.docx', 'application/msword'))).toThrow(texts.empty)
})

test('UPL-04 rejects a file whose bytes are of another type than its name', async () => {
  const file = new File(['ID3 and sound'], 'a.png', { type: 'image/png' })
  await expect(prepareFile(file)).rejects.toThrow(texts.otherType('png'))
  await expect(prepareFile(file)).rejects.toBeInstanceOf(RefusedFile)
})

test('UPL-01 sends a file without place and camera data as it is', async () => {
  const file = sound()
  expect(await prepareFile(file)).toEqual({ bytes: file, name: 'a.mp3', type: 'audio/mpeg', category: 5 })
})

test('Z09 removes the place of a picture before it sends it', async () => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const photo = await picture
    .withExif({ IFD0: { ImageDescription: 'Fjallvegur 7' } })
    .jpeg()
    .toBuffer()
  expect(photo.includes('Fjallvegur')).toBe(true)
  const { bytes } = await prepareFile(new File([new Uint8Array(photo)], 'p.jpg', { type: 'image/jpeg' }))
  const sent = Buffer.from(await bytes.arrayBuffer())
  expect(sent.includes('Fjallvegur')).toBe(false)
  expect((await sharp(sent).metadata()).width).toBe(8)
  expect(bytes.type).toBe('image/jpeg')
})

test('UPL-04 rejects a HEIC picture that this browser cannot decode with its extension', async () => {
  const file = new File(['heic'], 'IMG_1.HEIC', { type: '' })
  expect(inspectFile(file)).toEqual({ type: 'image/jpeg', category: 1 })
  await expect(prepareFile(file)).rejects.toThrow(texts.unsupported('heic'))
})

test('UPL-04 a HEIC picture that this browser decodes becomes a JPEG', async () => {
  replaceGlobal('createImageBitmap', () => Promise.resolve({ width: 4, height: 3, close: () => undefined }))
  class Canvas {
    getContext = () => ({ drawImage: () => undefined })
    convertToBlob = ({ type }: { type: string }) => Promise.resolve(new Blob(['jpeg'], { type }))
  }
  replaceGlobal('OffscreenCanvas', Canvas)
  const prepared = await prepareFile(new File(['heic'], 'IMG_1.HEIC', { type: 'image/heic' }))
  expect(prepared).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg', category: 1 })
  expect(await prepared.bytes.text()).toBe('jpeg')
})

test('UPL-01 the picker of a category offers its types and their extensions only', () => {
  expect(toAccept(4)).toBe('application/pdf,.pdf')
  const audio = toAccept(5).split(',')
  expect(audio).toEqual(expect.arrayContaining(['audio/mpeg', '.mp3', '.m4a']))
  expect(audio.filter(each => /^(image|video|\.png|\.mp4)/.test(each))).toEqual([])
})

test.each([
  ['rails.png', 'rails'],
  ['a.tar.gz', 'a.tar'],
  ['.profile', '.profile'],
  ['Chapter 1. The very long beginning', 'Chapter 1. The very long beginning'],
])('UPL-01 gives the file “%s” the title “%s”', (name, title) => {
  expect(toTitle(name)).toBe(title)
})
