import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refused } from '../access/refuse.ts'
import { startApp, type TestApp } from '../test/support/app.ts'
import { toAddressKey } from './addressKey.ts'
import { RateLimits } from './rateLimits.ts'

describe('the rate limit key of a caller', () => {
  test.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['an IPv4 address written as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the /64 network of an IPv6 customer', '2001:db8:1:2:3:4:5:6', '20010db800010002/64'],
    ['the same in another notation', '2001:0DB8:0001:0002::', '20010db800010002/64'],
    ['another network', '2001:db8:1:3::6', '20010db800010003/64'],
    ['a link-local address', 'fe80::1%eth0', 'fe80000000000000/64'],
    ['an invalid address', 'unknown', 'unknown'],
  ])('Z16 %s', (_what, ip, key) => {
    expect(toAddressKey(ip)).toBe(key)
  })

  test('Z16 callers of one network share a bucket, separate from adjacent networks, which refills', () => {
    let now = 0
    const limits = new RateLimits(() => now)
    const left = (ip: string) => limits.trySpendForAddress('visitorSuggest', ip)
    for (let n = 0; n < 10; n++) expect(left(`2001:db8:1:2::${n}`)).toBe(true)
    expect(left('2001:db8:1:2:ffff::1')).toBe(false)
    expect(left('2001:db8:1:3::1')).toBe(true)
    expect(left('203.0.113.7')).toBe(true)
    now += 30_000
    expect(left('2001:db8:1:2::ffff')).toBe(true)
    expect(left('2001:db8:1:2::ffff')).toBe(false)
  })
})

describe('the rate limit of uploads', () => {
  test.each(['upload', 'finishUpload'] as const)(
    'UPL-09 Z16 accepts 5,000 small files in at most ten minutes by %s, and rejects a person who does not wait',
    kind => {
      let now = 0
      const limits = new RateLimits(() => now)
      let refused = 0
      for (let files = 0; files < 5000;) {
        try {
          limits.spend(kind, 'ada')
          files++
        } catch (error) {
          refused++
          now += ((error as Refused).retryAfter ?? 0) * 1000
        }
      }
      expect(now).toBeLessThanOrEqual(600_000)
      expect(refused).toBeGreaterThan(0)
      expect(() => limits.spend(kind, 'eve')).not.toThrow()
    },
  )
})

describe('behind a proxy that forwards the address', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ behindProxy: true })
  })
  afterAll(() => app.stop())

  const from = (ip: string, path: string, init: RequestInit = {}) =>
    fetch(`${app.origin}${path}`, { ...init, headers: { ...init.headers, 'x-forwarded-for': ip } })
  const scrape = async (ip: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await from(ip, '/api/scrape-link', { method: 'POST', headers, body: '{"link":"nothing"}' }))
      .status
  }

  test('S11 Z16 the addresses of one network share one allowance', async () => {
    const codes = await Promise.all(
      Array.from({ length: 60 }, (_, n) => scrape(`2001:db8:7:7::${n.toString(16)}`)),
    )
    expect(codes.filter(code => code !== 429).length).toBeGreaterThanOrEqual(10)
    expect(codes).toContain(429)
    expect(await scrape('2001:db8:7:8::1')).not.toBe(429)
    expect(await scrape('203.0.113.9')).not.toBe(429)
  })

  test.each(['/pictures/', '/profile-images/', '/s/', '/api/l/'])(
    'Z12 limits guesses at %s, and not other callers',
    async path => {
      const get = async (ip: string, n: number) =>
        (await from(ip, `${path}${n}guess`, { redirect: 'manual' })).status
      // Many concurrent calls, until they use up the allowance and what refills during the test on a slow
      // machine.
      const ends = new Set<number>()
      for (let n = 0; n < 60 && !ends.has(429); n++)
        for (const end of await Promise.all(
          Array.from({ length: 50 }, (_, at) => get(`2001:db8:9:9::${at}`, n * 50 + at)),
        ))
          ends.add(end)
      expect(ends).toContain(429)
      expect(await get('2001:db8:9:a::1', 1)).not.toBe(429)
    },
  )
})
