import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import {
  compileRules,
  hasActions,
  parseRuleHost,
  type Rule,
  type RuleConditions,
  type RuledLink,
} from './rules.ts'
import { compareKey, withoutTracking } from './addresses/url.ts'

const video: RuledLink = {
  address: 'https://www.youtube.com/watch?v=4&utm_source=mail',
  title: 'Sourdough for beginners - YouTube',
  tags: ['bread'],
  collection: 'root',
  favourite: false,
}
const actions = { tags: ['found'] }
const isFound = (conditions: RuleConditions, link: RuledLink = video) =>
  compileRules([{ conditions, actions }])(link) !== null

test.each<[conditions: RuleConditions, found: boolean]>([
  [{}, true],
  [{ host: 'youtube.com' }, true],
  [{ host: 'tube.com' }, false],
  [{ host: 'm.youtube.com' }, false],
  [{ path: '/watch' }, true],
  [{ path: '/WATCH?V=4' }, true],
  [{ path: 'atch' }, true],
  [{ path: '/atch' }, false],
  [{ path: 'youtube' }, false],
  [{ title: 'SOURDOUGH' }, true],
  [{ title: 'söurdough' }, true],
  [{ title: 'rye' }, false],
  [{ tag: 'Bread' }, true],
  [{ tag: 'brea' }, false],
  [{ feed: 'feed' }, false],
  [{ host: 'youtube.com', title: 'rye' }, false],
  [{ host: 'youtube.com', title: 'sour', tag: 'bread' }, true],
])('a rule with %j', (conditions, found) => {
  expect(isFound(conditions)).toBe(found)
})

test('compares a path as people read it, and a feed by its id', () => {
  expect(isFound({ path: '/bücher' }, { ...video, address: 'https://a.example/B%C3%BCcher/1' })).toBe(true)
  expect(isFound({ path: '/b%' }, { ...video, address: 'https://a.example/b%zz' })).toBe(true)
  expect(isFound({ path: '/' }, { ...video, address: '' })).toBe(false)
  expect(isFound({ host: 'a.example' }, { ...video, address: 'https://notes.a.example/' })).toBe(true)
  expect(isFound({ feed: 'feed' }, { ...video, feed: 'feed' })).toBe(true)
})

test('rules apply in their order, and each sees what those before it changed', () => {
  const rules: Rule[] = [
    { conditions: { host: 'youtube.com' }, actions: { tags: ['video', 'BREAD'], site_name: 1, tracking: 1 } },
    { conditions: { tag: 'Video' }, actions: { collection: 'watch', favourite: 1 } },
    { conditions: { title: 'youtube' }, actions: { tags: ['never'] } },
    { conditions: { title: 'beginners' }, actions: { remove_text: 'for beginners' } },
  ]
  expect(compileRules(rules)(video)).toEqual({
    address: 'https://www.youtube.com/watch?v=4',
    title: 'Sourdough',
    tags: ['video'],
    collection: 'watch',
    favourite: true,
  })
  expect(compileRules(rules)({ ...video, address: 'https://a.example/', title: 'Rye' })).toBeNull()
})

test('counts what a link has already as no change', () => {
  const rule: Rule = {
    conditions: {},
    actions: { tags: ['Bread'], collection: 'root', site_name: 1, tracking: 1 },
  }
  expect(compileRules([rule])({ ...video, address: 'https://a.example/?a=1', title: 'Rye' })).toBeNull()
  const full = Array.from({ length: limits.tagsPerLink }, (_, n) => `tag ${n}`)
  expect(
    compileRules([{ conditions: {}, actions: { tags: ['one more'] } }])({ ...video, tags: full }),
  ).toBeNull()
})

test('what needs a title waits until it is known', () => {
  const rules: Rule[] = [
    { conditions: {}, actions: { tags: ['new'], site_name: 1 } },
    { conditions: { title: 'sourdough' }, actions: { tags: ['baking'] } },
  ]
  expect(compileRules(rules)({ ...video, title: null })).toEqual({ tags: ['new'] })
  expect(compileRules(rules, 'titled')(video)).toEqual({
    title: 'Sourdough for beginners',
    tags: ['baking'],
  })
})

test.each([
  ['youtube.com', 'youtube.com'],
  [' https://www.YouTube.com/watch?v=4 ', 'youtube.com'],
  ['*.example.org', 'example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['localhost:3000', 'localhost'],
  ['', null],
  ['not a host', null],
  ['javascript:alert(1)', null],
  ['/path', null],
])('a rule for the site %j', (typed, host) => {
  expect(parseRuleHost(typed)).toBe(host)
})

test('a rule without actions does nothing', () => {
  expect(hasActions({ actions: {} })).toBe(false)
  expect(hasActions({ actions: { tags: [], favourite: 0, remove_text: '' } })).toBe(false)
  expect(hasActions({ actions: { tracking: 1 } })).toBe(true)
})

test.each([
  ['https://a.example/p?utm_source=x&id=4&fbclid=y#part', 'https://a.example/p?id=4#part'],
  ['https://a.example/p?utm_source=x', 'https://a.example/p'],
  ['https://a.example/p?b=%20&a', 'https://a.example/p?b=%20&a'],
  ['https://a.example/p#?utm_source=x', 'https://a.example/p#?utm_source=x'],
  ['https://youtu.be/4?si=track&t=30', 'https://youtu.be/4?t=30'],
  ['https://a.example/?si=same', 'https://a.example/?si=same'],
  ['no address ?utm_source=x', 'no address ?utm_source=x'],
])('tracking parameters of %s', (address, expected) => {
  expect(withoutTracking(address)).toBe(expected)
})

test('treats an address without tracking parameters as the same page, whatever its query', () => {
  const pair = fc.tuple(
    fc.constantFrom('utm_a', 'fbclid', 'id', 'q', '', 'si'),
    fc.constantFrom('=1', '', '=%20', '=a=b'),
  )
  fc.assert(
    fc.property(fc.array(pair), fc.constantFrom('', '#a', '#/b?c'), (pairs, fragment) => {
      const address = `https://youtu.be/x?${pairs.map(each => each.join('')).join('&')}${fragment}`
      const clean = withoutTracking(address)
      expect(compareKey(clean)).toBe(compareKey(address))
      expect(withoutTracking(clean)).toBe(clean)
    }),
  )
})
