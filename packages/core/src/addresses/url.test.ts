import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareKey,
  containsDomain,
  highlightsKey,
  isSameAddress,
  parseHost,
  checkAddress,
  isAddress,
  namesHost,
  normaliseAddress,
  formatHostAndPath,
  withoutPlace,
} from './url.ts'

describe('normaliseAddress', () => {
  test.each([
    ['example.com', 'http://example.com'],
    ['www.example.com/a?b=c#d', 'http://www.example.com/a?b=c#d'],
    ['//example.com/x', 'http://example.com/x'],
    ['example.com:8080/path', 'http://example.com:8080/path'],
    ['localhost:3000', 'http://localhost:3000'],
    ['münchen.de', 'http://münchen.de'],
    ['例え.テスト/道', 'http://例え.テスト/道'],
    ['203.0.113.7', 'http://203.0.113.7'],
  ])('SAVE-09 %j without a scheme becomes %j', (typed, stored) => {
    expect(normaliseAddress(typed)).toBe(stored)
  })

  test.each([
    'https://example.com',
    'https://example.com/',
    'https://example.com/a/?z=1&a=2&utm_source=x#frag',
    'https://user:pass@example.com/',
    'https://пример.рф/путь?q=да',
    'https://example.com/a b/ü',
    'http://[2001:db8::1]:8080/',
  ])('SAVE-09 %j stays as typed', typed => {
    expect(normaliseAddress(typed)).toBe(typed)
  })

  test('SAVE-09 removes blanks, control and invisible characters at the ends', () => {
    expect(normaliseAddress('\u0000 \t\r\n\ufeff\u200bhttps://example.com/x \u00a0\u200e\u0007')).toBe(
      'https://example.com/x',
    )
  })

  test('SAVE-09 joins a wrapped address and corrects wrong slashes', () => {
    expect(normaliseAddress('https://example.com/long\n/path')).toBe('https://example.com/long/path')
    expect(normaliseAddress('HTTPS:\\\\Example.com/A')).toBe('https://Example.com/A')
    expect(normaliseAddress('http:example.com')).toBe('http://example.com')
  })

  test.each([
    ['javascript:alert(1)', 'javascript'],
    [' \u0001JaVaScRiPt:alert(1)', 'javascript'],
    ['java\tscript:alert(1)', 'javascript'],
    ['java\r\nscript\n:alert(1)', 'javascript'],
    ['javascript:1', 'javascript'],
    ['javascript://example.com/%0aalert(1)', 'javascript'],
    ['data:text/html,<script>alert(1)</script>', 'data'],
    ['vbscript:msgbox(1)', 'vbscript'],
    ['file:///etc/passwd', 'file'],
    ['blob:https://example.com/1', 'blob'],
    ['about:blank', 'about'],
    ['chrome://settings', 'chrome'],
    ['place:type=6&sort=14', 'place'],
    ['mailto:a@example.com', 'mailto'],
    ['ftp://example.com', 'ftp'],
    ['view-source:https://example.com', 'view-source'],
  ])('X01 rejects %j with its scheme', (typed, scheme) => {
    expect(checkAddress(typed)).toEqual({ kind: 'leftOut', scheme })
    expect(normaliseAddress(typed)).toBeNull()
  })

  test.each([
    '',
    '  ',
    'hello world',
    'http://',
    'https://',
    'javascript&colon;alert(1)',
    '\u200ejavascript\uff1aalert(1)',
    'java\u0000script.com',
    '?lY47tw',
    '/relative/path',
    '#top',
    'me@example.com',
    'http://exa mple.com',
    'http://javascript:alert(1)',
    'C:\\Users\\me',
  ])('X01 does not accept %j as an address', typed => {
    expect(normaliseAddress(typed)).toBeNull()
  })

  test('X01 accepts only addresses that are http or https in browsers too, and that do not change when normalised again', () => {
    const spice = fc.constantFrom(
      'javascript:',
      'data:',
      'http:',
      'https:',
      '//',
      '\t',
      '\n',
      '\0',
      '.',
      ':',
      'a',
      '@',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(spice, fc.string({ unit: 'binary' }))), parts => {
        const address = normaliseAddress(parts.join(''))
        if (address === null) return
        expect(address).toMatch(/^https?:\/\//)
        expect(new URL(address, 'https://nestmark.example/').protocol).toMatch(/^https?:$/)
        expect(normaliseAddress(address)).toBe(address)
      }),
      { numRuns: 3000 },
    )
  })

  test('X01 a malicious text takes linear time', () => {
    // Quadratic time would exceed the time limit of the test.
    expect(normaliseAddress(`a${' '.repeat(2_000_000)}b`)).toBeNull()
  })

  test('X01 bounds the length', () => {
    expect(checkAddress(`https://example.com/${'a'.repeat(8200)}`)).toEqual({
      kind: 'bad',
      reason: 'tooLong',
    })
    expect(normaliseAddress('https://example.com/abc', 10)).toBeNull()
  })
})

describe('isAddress', () => {
  test('SAVE-06 the rule of the form: texts longer than 4 without a scheme must contain char-dot-char', () => {
    for (const good of [
      'a.b',
      'abc',
      'hello.world',
      'пример.рф',
      '例え.テスト',
      'उदाहरण.परीक्षा',
      '例え。テスト',
    ])
      expect(isAddress(good), good).toBe(true)
    for (const bad of [
      'hello',
      'hello.',
      '.hello',
      'hello. world',
      'hello...',
      'localhost',
      'localhost:3000',
      'x 1.2 y',
    ])
      expect(isAddress(bad), bad).toBe(false)
  })

  test('SAVE-06 accepts a host of the own network as an address when the user types its scheme', () => {
    for (const own of ['http://octopus/app', 'https://d1:8888/', 'http://[::1]/', ' HTTP://localhost:3000']) {
      expect(isAddress(own), own).toBe(true)
      expect(namesHost(own), own).toBe(true)
    }
    for (const bad of [
      'http://',
      'https:///',
      'http://two words',
      'http:octopus',
      'http://../',
      'http://-/a',
      'ftp://octopus',
      'javascript://octopus',
    ])
      expect([isAddress(bad), namesHost(bad)], bad).toEqual([false, false])
  })

  test('SCRP-02 does not scrape a short text without a dot', () => {
    expect(containsDomain('abc')).toBe(false)
    expect(containsDomain('t.co')).toBe(true)
  })
})

describe('compareKey', () => {
  const same = (a: string, b: string) => expect(compareKey(a)).toBe(compareKey(b))
  const differ = (a: string, b: string) => expect(compareKey(a)).not.toBe(compareKey(b))

  test('ignores scheme, www, slash, fragment, tracking and the order of the query', () => {
    same('http://www.Example.com/a/', 'https://example.com/a')
    same('https://example.com', 'https://example.com/')
    same('https://example.com/a#part', 'https://example.com/a')
    same('https://example.com/a?b=1&a=2', 'https://example.com/a?a=2&b=1')
    same('https://example.com/?utm_source=x&UTM_medium=y&fbclid=1&gclid=2', 'https://example.com')
    same('https://youtu.be/abc?si=zzz', 'https://youtu.be/abc')
    same('https://münchen.de/', 'https://xn--mnchen-3ya.de')
    same('https://example.com:443/', 'http://example.com:80/')
  })

  test('compares the parts that identify the page', () => {
    differ('https://example.com/a', 'https://example.com/A')
    differ('https://example.com/?id=1', 'https://example.com/?id=2')
    differ('https://example.com:8080/', 'https://example.com/')
    differ('https://app.example.com/#/inbox', 'https://app.example.com/#/sent')
    differ('https://example.com/?si=1', 'https://example.com/?si=2')
    differ('https://m.example.com/', 'https://example.com/')
  })
})

describe('isSameAddress', () => {
  const same = (a: string, b: string) =>
    expect([isSameAddress(a, b), isSameAddress(b, a)]).toEqual([true, true])
  const differ = (a: string, b: string) =>
    expect([isSameAddress(a, b), isSameAddress(b, a)]).toEqual([false, false])

  test('ignores scheme, www, slash and the order of the query, and nothing else', () => {
    same('http://www.Example.com/a/', 'https://example.com/a')
    same('https://example.com/a?b=1&spm=3&a=2#x', 'https://example.com/a?spm=3&a=2&b=1#x')
    same('https://example.com/a?#', 'https://example.com/a')
    same('no address', 'no address')
    differ('https://example.com/#inbox/AAAA', 'https://example.com/#inbox/BBBB')
    differ('https://example.com/#inbox/AAAA', 'https://example.com/')
    differ('https://example.com/?spm=1', 'https://example.com/')
    differ('https://example.com/?ref_src=1', 'https://example.com/?ref_src=2')
    differ('https://example.com/a', 'https://example.com/A')
  })

  test('holds only for addresses with equal keys', () => {
    const part = fc.constantFrom('a', 'b', 'spm=1', 'utm_x=2', '&', '?', '#', '/', 'www.', ':443')
    const address = fc.array(part, { maxLength: 6 }).map(parts => `https://www.example.com/${parts.join('')}`)
    fc.assert(
      fc.property(
        address,
        address,
        (a, b) => isSameAddress(a, a) && (!isSameAddress(a, b) || compareKey(a) === compareKey(b)),
      ),
    )
  })
})

describe('display names', () => {
  test('hostOf', () => {
    expect(parseHost('https://www.Example.com:8080/x')).toBe('example.com')
    expect(parseHost('https://www2.example.com')).toBe('www2.example.com')
    expect(parseHost('no address')).toBe('')
  })

  test('formatHostAndPath returns a readable title of an address', () => {
    expect(formatHostAndPath('https://www.Example.org:8080/Bread/rye/?q=1#x')).toBe('example.org/Bread/rye')
    expect(formatHostAndPath('https://example.org')).toBe('example.org')
    expect(formatHostAndPath('https://example.org/caf%C3%A9')).toBe('example.org/café')
    expect(formatHostAndPath('https://example.org/%E0%A4%A')).toBe('example.org/%E0%A4%A')
    expect(formatHostAndPath('no address')).toBe('')
  })
})

describe('HL-01 the key of a page with highlights', () => {
  const page = 'https://mail.example/u/0/'
  test('is that of find-saved, without places on the page', () => {
    expect(highlightsKey(`${page}?utm_source=x#top`)).toBe(highlightsKey('http://www.mail.example/u/0'))
    expect(highlightsKey(`${page}#:~:text=a/b`)).toBe(highlightsKey(page))
    expect(withoutPlace(`${page}?b=1#top`)).toBe(`${page}?b=1`)
  })
  test('differs between routes', () => {
    const routes = ['#/a', '#!/a', '#inbox/A', '#inbox/B']
    expect(new Set(routes.map(route => highlightsKey(page + route))).size).toBe(4)
    for (const route of routes) expect(withoutPlace(page + route)).toBe(page + route)
  })
})
