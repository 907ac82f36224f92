import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMediaType, toCategory, toContainer, toExtension, uploadTypes } from './mediaTypes.ts'
import { isSniffedAs, sniffContainer, sniffedBytes } from './sniff.ts'

const bytes = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))
const mp4 = (brand: string) => bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0isomavc1`)
const ebml = (docType: string) =>
  bytes(
    `\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82${String.fromCharCode(0x80 + docType.length)}${docType}`,
  )

describe('detects the type of a file from its first bytes', () => {
  test.each([
    ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['gif', 'GIF89a\x01\0\x01\0'],
    ['pdf', '%PDF-1.7\n'],
    ['ogg', 'OggS\0\x02'],
    ['webp', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['wav', 'RIFF\x24\0\0\0WAVEfmt '],
    ['mpegVideo', '\0\0\x01\xba\x44'],
    ['mpegAudio', 'ID3\x04\0\0\0\0\0\0'],
    ['mpegAudio', '\xff\xfb\x90\x64\0\0'],
  ])('%s', (container, head) => expect(sniffContainer(bytes(head))).toBe(container))

  test.each([
    ['HTML', '<!doctype html><script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['XML', '<?xml version="1.0"?>'],
    ['HTML behind a byte order mark', '\xef\xbb\xbf<html>'],
    ['AAC without a container', '\xff\xf1\x50\x80'],
    ['Matroska', String.fromCharCode(...ebml('matroska'))],
    ['HEIC', String.fromCharCode(...mp4('heic'))],
    ['AVIF', String.fromCharCode(...mp4('avif'))],
    ['QuickTime', String.fromCharCode(...mp4('qt  '))],
    ['an AVI film', 'RIFF\x24\0\0\0AVI LIST'],
    ['nothing', ''],
    ['zeros', '\0\0\0\0\0\0\0\0'],
    ['a broken frame of sound', '\xff\xff\xff\xff'],
  ])('rejects %s', (_, head) => expect(sniffContainer(bytes(head))).toBeNull())

  test('accepts MP4 and WebM as audio and as video', () => {
    for (const type of ['audio/mp4', 'video/mp4'] as const)
      for (const brand of ['isom', 'mp42', 'M4A ', 'M4V ', 'avc1'])
        expect(isSniffedAs(mp4(brand), type)).toBe(true)
    for (const type of ['audio/webm', 'video/webm'] as const)
      expect(isSniffedAs(ebml('webm'), type)).toBe(true)
    expect(isSniffedAs(mp4('isom'), 'audio/mpeg')).toBe(false)
  })

  test('every type has a category, an extension and a container', () => {
    expect(uploadTypes).toHaveLength(14)
    expect(uploadTypes.map(toCategory)).toEqual([5, 5, 5, 5, 5, 5, 1, 2, 2, 2, 2, 1, 1, 1])
    expect(new Set(uploadTypes.map(toContainer)).size).toBe(10)
    expect(toExtension('image/jpeg')).toBe('jpg')
    expect(['image/svg+xml', 'text/html', '', '__proto__'].filter(isMediaType)).toEqual([])
    expect(toCategory('application/pdf')).toBe(4)
  })

  test('any bytes give a result', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: sniffedBytes }), head => void sniffContainer(head)))
  })
})
