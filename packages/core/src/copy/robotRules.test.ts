import { expect, test } from 'vitest'
import { isPathAllowed, parseRobotPolicy } from './robotRules.ts'

const allows = (rules: string, path: string) => isPathAllowed(parseRobotPolicy(rules, 'nestmark').rules, path)

test.each([
  ['', '/a', true],
  ['Disallow: /', '/a', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: *\r\nDisallow: /p # why\r\nAllow: /p/open', '/p/open/a', true],
  ['User-agent: *\nDisallow: /p\nAllow: /p/open', '/p/a', false],
  ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
  ['User-agent: NestMark/1.0\nDisallow: /\n\nUser-agent: *\nAllow: /', '/a', false],
  ['User-agent: *\nDisallow: /\n\nUser-agent: nestmark\nAllow: /', '/a', true],
  ['User-agent: nestmarket\nDisallow: /', '/a', true],
  ['User-agent: other\nUser-agent: nestmark\nDisallow: /', '/a', false],
  ['User-agent: nestmark\nDisallow: /a\nUser-agent: other\nDisallow: /b', '/b', true],
  ['User-agent: *\nDisallow: /*.pdf$', '/x/a.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/x/a.pdf?b', true],
  ['User-agent: *\nDisallow: /a*/b', '/a/x/b/c', false],
  ['User-agent: *\nDisallow: /*?q=', '/s?q=1', false],
  ['User-agent: *\nDisallow: /a$', '/ab', true],
  ['User-agent: *\nDisallow: /caf%C3%A9', '/caf%c3%a9', false],
  ['User-agent: *\nDisallow: /café', '/caf%C3%A9', false],
  ['\ufeffUser-agent: *\nDisallow: /%zz', '/%zz', false],
])('%j allows %s: %s', (rules, path, expected) => {
  expect(allows(rules, path)).toBe(expected)
})

test('S19 malicious rules take time in proportion to their length', () => {
  const rules = `User-agent: *\n${`Disallow: /${'*a'.repeat(900)}$\n`.repeat(2500)}`
  expect(allows(rules, `/${'a'.repeat(1900)}b`)).toBe(true)
})

test.each([
  ['', 0],
  ['User-agent: *\nCrawl-delay: 10', 10],
  ['User-agent: *\nCrawl-delay: 0.5 # seconds\nDisallow: /a', 0.5],
  ['User-agent: *\nCrawl-delay: 10\n\nUser-agent: nestmark\nDisallow: /a', 0],
  ['User-agent: nestmark\ncrawl-delay: 2\n\nUser-agent: *\nCrawl-delay: 10', 2],
  ['User-agent: other\nCrawl-delay: 10', 0],
  ['User-agent: *\nCrawl-delay: soon\nCrawl-delay: -1', 0],
])('FIND-05 %j asks for a pause of %d seconds', (rules, seconds) => {
  expect(parseRobotPolicy(rules, 'nestmark').crawlDelay).toBe(seconds)
})
