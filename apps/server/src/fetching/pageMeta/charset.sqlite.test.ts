import { describe, expect, test } from 'vitest'
import { decodePage } from './charset.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const page = (head: string, title: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`<html><head>${head}<title>`),
    Buffer.from(title as string),
    Buffer.from('</title>'),
  ])
const titleOf = (bytes: Uint8Array, http?: string, host = 'example.com') =>
  /<title>([^]*)<\/title>/.exec(decodePage(bytes, http, host))?.[1]

const samples = {
  shift_jis: ['日本語のページの題名', hex('93fa967b8cea82cc8379815b835782cc91e896bc')],
  'euc-jp': ['日本語のページの題名', hex('c6fccbdcb8eca4cea5daa1bca5b8a4cec2eaccbe')],
  'iso-2022-jp': ['日本語のページ', hex('1b2442467c4b5c386c244e255a213c25381b2842')],
  gbk: ['中文网页的标题', hex('d6d0cec4cdf8d2b3b5c4b1eacce2')],
  big5: ['中文網頁的標題', hex('a4a4a4e5baf4adb6aababcd0c344')],
  'euc-kr': ['한국어 페이지 제목', hex('c7d1b1b9beee20c6e4c0ccc1f620c1a6b8f1')],
  'windows-1251': ['Привет, мир', hex('cff0e8e2e5f22c20ece8f0')],
  'koi8-r': ['Привет, мир', hex('f0d2c9d7c5d42c20cdc9d2')],
  'windows-1250': ['Zażółć gęślą jaźń', hex('5a61bff3b3e62067ea9c6cb9206a619ff1')],
  'utf-8': ['Grüße, мир, 世界, 🌍', Buffer.from('Grüße, мир, 世界, 🌍')],
} as const

describe('F13 SCRP-05 the order of precedence: BOM, HTTP, declaration, UTF-8', () => {
  test.each(Object.entries(samples))('F13 %s by HTTP', (charset, [text, bytes]) => {
    expect(titleOf(page('', bytes), charset)).toBe(text)
    expect(titleOf(page('', bytes), charset.toUpperCase())).toBe(text)
  })
  test.each(Object.entries(samples))('F13 %s by a meta element, in both forms', (charset, [text, bytes]) => {
    expect(titleOf(page(`<meta charset="${charset}">`, bytes))).toBe(text)
    const old = `<META http-equiv=Content-Type content='text/html; charset=${charset}'>`
    expect(titleOf(page(old, bytes))).toBe(text)
  })
  test('F13 uses an XML declaration', () => {
    const [text, bytes] = samples.shift_jis
    const xml = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?>'), page('', bytes)])
    expect(titleOf(xml)).toBe(text)
  })
  test('F13 a byte order mark wins over everything', () => {
    const text = '<title>Grüße 世界</title>'
    const little = Buffer.concat([hex('fffe'), Buffer.from(text, 'utf16le')])
    const big = Buffer.from(little).swap16()
    const eight = Buffer.concat([hex('efbbbf'), Buffer.from(text)])
    for (const bytes of [little, big, eight]) expect(titleOf(bytes, 'windows-1251')).toBe('Grüße 世界')
  })
  test('F13 detects UTF-16 without a BOM by its zero bytes', () => {
    const little = Buffer.from('<html><title>Grüße 世界</title>', 'utf16le')
    expect(titleOf(little)).toBe('Grüße 世界')
    expect(titleOf(Buffer.from(little).swap16())).toBe('Grüße 世界')
  })
  test('F13 HTTP wins over a declaration, a declaration over UTF-8', () => {
    const [text, bytes] = samples['windows-1251']
    expect(titleOf(page('<meta charset=koi8-r>', bytes), 'windows-1251')).toBe(text)
    expect(titleOf(page('<meta charset=utf-16>', 'Grüße'))).toBe('Grüße')
  })
  test('F13 ignores a declaration in a comment, or of an unknown charset', () => {
    const [text, bytes] = samples.gbk
    expect(titleOf(page('<!-- <meta charset=koi8-r> --><meta charset=gb2312>', bytes))).toBe(text)
    expect(titleOf(page('<meta charset=nonsense>', 'Grüße'), 'x-unheard-of')).toBe('Grüße')
  })
})

describe('F13 SCRP-05 no replacement characters where another rule fits', () => {
  test('F13 a declaration overrides a wrong HTTP charset', () => {
    const [text, bytes] = samples['windows-1251']
    expect(titleOf(page('<meta charset=windows-1251>', bytes), 'utf-8')).toBe(text)
  })
  test('F13 uses a declaration after the first 1,024 bytes when UTF-8 does not fit', () => {
    const [text, bytes] = samples.gbk
    expect(titleOf(page(`<script>${'x'.repeat(3000)}</script><meta charset=gbk>`, bytes))).toBe(text)
  })
  test.each([
    ['ja', 'shift_jis'],
    ['ja', 'euc-jp'],
    ['zh-CN', 'gbk'],
    ['zh-TW', 'big5'],
    ['ko', 'euc-kr'],
    ['ru', 'windows-1251'],
    ['pl', 'windows-1250'],
  ] as const)('F13 the language %s suggests %s', (lang, charset) => {
    const [text, bytes] = samples[charset]
    const html = Buffer.concat([Buffer.from(`<html lang="${lang}"><title>`), bytes, Buffer.from('</title>')])
    expect(titleOf(html)).toBe(text)
  })
  test('F13 the country of the host suggests a charset', () => {
    const [text, bytes] = samples['windows-1251']
    expect(titleOf(page('', bytes), undefined, 'www.example.ru')).toBe(text)
    expect(titleOf(page('', samples['iso-2022-jp'][1]))).toBe(samples['iso-2022-jp'][0])
  })
  test('F13 detects undeclared latin-1', () => {
    expect(titleOf(page('', Buffer.from('Café déjà vu – 5 €', 'latin1')))).toMatch(/^Café déjà vu/)
    expect(titleOf(page('', hex('35208093')), 'utf-8')).toBe('5 €“')
  })
  test('F13 one invalid byte among many does not change the charset', () => {
    const broken = Buffer.concat([
      Buffer.from('Привет, мир и все остальные '),
      hex('ff'),
      Buffer.from(' дальше'),
    ])
    expect(titleOf(page('', broken))).toContain('Привет, мир и все остальные')
    expect(titleOf(page('', 'Привет \ufffd\ufffd\ufffd'))).toContain('Привет')
  })
  test('F13 a declared UTF-8 with a few broken bytes stays UTF-8, with replacement characters', () => {
    const broken = Buffer.concat([Buffer.from('Café, na'), hex('c3'), Buffer.from('ve')])
    expect(titleOf(page('', broken), 'utf-8')).toBe('Café, na\ufffdve')
    expect(titleOf(page('<meta charset=utf-8>', broken))).toBe('Café, na\ufffdve')
    expect(titleOf(page(`${' '.repeat(2000)}<meta charset=utf-8>`, broken))).toBe('Café, na\ufffdve')
    expect(titleOf(page('<meta charset=utf-8>', Buffer.from('Café, naïve', 'latin1')), 'utf-8')).toBe(
      'Café, naïve',
    )
  })
  test('F13 reads a page truncated within a character as UTF-8', () => {
    expect(titleOf(Buffer.concat([page('', 'é'), Buffer.from('世').subarray(0, 2)]))).toBe('é')
  })
  test('F13 any bytes decode without an error', () => {
    for (let seed = 1; seed < 50; seed++) {
      const bytes = Buffer.from(
        Array.from({ length: 500 }, (_none, at) => (seed * 7919 + at * at * seed) % 256),
      )
      expect(typeof decodePage(bytes, 'utf-7', 'a.constructor')).toBe('string')
    }
    expect(decodePage(Buffer.alloc(0), undefined, '')).toBe('')
  })
})
