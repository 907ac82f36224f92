import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import { expect, test } from 'vitest'
import { findEncrypted } from './encryptedHits.ts'

const page = (title: string, highlights: readonly [text: string, comm?: string][]) =>
  ({
    _id: title,
    enc: 1,
    link: '',
    saved: { enc: 1, isOpen: true, name: title, link: 'https://www.turf.example/walls' },
    data: { title: '', highlights: highlights.map(([text, comm = '']) => ({ _id: text, text, comm })) },
  }) as unknown as HighlightPage
const pages = [
  page('Turf walls', [['Two skins of sod', 'Check the Größe'], ['A gable board']]),
  page('東京の建築', [['土の壁は冬に暖かい'], ['']]),
]
const find = (input: string, type: 1 | 2 = 2) =>
  findEncrypted(pages, { input, type }).flatMap(each => each.data.highlights.map(({ text }) => text))

test.each([
  ['skin', ['Two skins of sod']],
  ['two sod', ['Two skins of sod']],
  ['grosse check', ['Two skins of sod']],
  ['walls', ['Two skins of sod', 'A gable board']],
  ['walls -sod', ['A gable board']],
  ['"skins of"', ['Two skins of sod']],
  ['"skins sod"', []],
  ['"board check"', []],
  ['壁は', ['土の壁は冬に暖かい']],
  ['建築', ['土の壁は冬に暖かい']],
  ['nothing', []],
  ['-sod', []],
])('HL-03 ENC-07 the browser finds encrypted highlights by %s', (input, found) => {
  expect(find(input)).toEqual(found)
})

test('HL-03 by the address of the page, which opens with its link', () => {
  expect(find('turf.example', 1)).toHaveLength(3)
  expect(find('sod', 1)).toEqual([])
})
