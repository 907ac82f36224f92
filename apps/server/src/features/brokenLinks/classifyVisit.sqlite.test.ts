import { describe, expect, test } from 'vitest'
import type { Visit } from '../../fetching/linkVisitor.ts'
import { classifyVisit } from './classifyVisit.ts'
import { type CheckedState, nextCheck, presentMarks } from './nextCheck.ts'

const address = 'https://site.example/shop/page.html#part'
const answer = (status: number, more: Partial<Visit> = {}): Visit => ({
  status,
  reason: null,
  isChallenge: false,
  url: 'https://site.example/shop/page.html',
  movedTo: null,
  movedBy: 0,
  retryAfterMs: null,
  ...more,
})
const failure = (reason: Visit['reason']): Visit => answer(0, { reason })
const redirected = (url: string, movedTo: string | null = url) =>
  answer(200, { url, movedTo, movedBy: movedTo === null ? 0 : 301 })
const stateOf = (visit: Visit, from = address) => {
  const finding = classifyVisit(from, visit)
  return [finding.state, finding.failure, finding.location]
}

describe('FIND-03 FIND-05 distinguishes an answer from all others', () => {
  test.each([200, 204, 206, 226, 304, 416])('%i: it answers', status => {
    expect(stateOf(answer(status))).toEqual(['answered', '', null])
  })

  test.each([404, 410])('%i: dead', status => {
    expect(classifyVisit(address, answer(status))).toEqual({
      state: 'dead',
      status,
      failure: '',
      location: null,
    })
  })

  test('treats a name that does not exist as dead, and not one whose lookup fails', () => {
    expect(stateOf(failure('no-such-host'))).toEqual(['dead', 'noSite', null])
    expect(stateOf(failure('dns'))).toEqual(['unsure', 'noConnection', null])
  })

  test.each([401, 402, 403, 405, 406, 407, 418, 423, 425, 429, 430, 451, 999])('%i: refused', status => {
    expect(stateOf(answer(status))).toEqual(['refused', '', null])
  })

  test('challenges, robots.txt and sign-in pages refuse', () => {
    expect(stateOf(answer(200, { isChallenge: true }))).toEqual(['refused', 'challenge', null])
    expect(stateOf(answer(503, { isChallenge: true }))).toEqual(['refused', 'challenge', null])
    expect(stateOf(failure('robots'))).toEqual(['refused', 'robots', null])
    for (const path of ['/login', '/users/sign_in', '/signin.php', '/account/login/', '/de/log-in'])
      expect(stateOf(redirected(`https://site.example${path}?next=%2Fshop`)), path).toEqual([
        'refused',
        'signIn',
        null,
      ])
    expect(stateOf(redirected('https://site.example/login'), 'http://site.example/login')).toEqual([
      'answered',
      '',
      null,
    ])
  })

  test('silence is slow', () => {
    for (const reason of ['connect-timeout', 'first-byte-timeout', 'total-timeout'] as const)
      expect(stateOf(failure(reason))).toEqual(['slow', 'noAnswer', null])
    for (const status of [408, 504, 524]) expect(stateOf(answer(status))).toEqual(['slow', '', null])
  })

  test('other failures leave it unsure', () => {
    for (const status of [100, 300, 400, 409, 414, 422, 500, 501, 502, 503, 520, 599, 700])
      expect(stateOf(answer(status)), String(status)).toEqual(['unsure', '', null])
    expect(stateOf(failure('certificate-ended'))).toEqual(['unsure', 'certificateEnded', null])
    expect(stateOf(failure('tls'))).toEqual(['unsure', 'certificateInvalid', null])
    expect(stateOf(failure('connect'))).toEqual(['unsure', 'noConnection', null])
    expect(stateOf(failure('redirects'))).toEqual(['unsure', 'circles', null])
    for (const reason of ['protocol', 'headers', 'encoding'] as const)
      expect(stateOf(failure(reason))).toEqual(['unsure', 'unreadable', null])
  })

  test('S09 a private address looks like one that does not answer', () => {
    for (const reason of ['not-global', 'own', 'port'] as const)
      expect(stateOf(failure(reason))).toEqual(stateOf(failure('connect')))
  })
})

describe('FIND-03 a permanent redirect has moved', () => {
  test('to another address, and keeps the place on the page', () => {
    expect(stateOf(redirected('https://new.example/page'))).toEqual([
      'moved',
      '',
      'https://new.example/page#part',
    ])
    expect(stateOf(redirected('https://new.example/page#top'))).toEqual([
      'moved',
      '',
      'https://new.example/page#top',
    ])
    expect(stateOf(redirected('https://new.example/'), 'https://site.example/')).toEqual([
      'moved',
      '',
      'https://new.example/',
    ])
  })

  test('only as far as the redirects are permanent', () => {
    expect(stateOf(redirected('https://new.example/today', 'https://new.example/page'))).toEqual([
      'moved',
      '',
      'https://new.example/page#part',
    ])
    expect(stateOf(redirected('https://new.example/today', null))).toEqual(['answered', '', null])
  })

  test('not to the same page with https, www. or a slash', () => {
    for (const to of [
      'https://site.example/shop',
      'http://www.site.example/shop/',
      'https://www.site.example/shop',
    ])
      expect(stateOf(redirected(to), 'http://site.example/shop')).toEqual(['answered', '', null])
  })

  test('not to the first page of a site, where lost pages lead', () => {
    for (const home of ['https://site.example/', 'https://other.example/index.php'])
      expect(stateOf(redirected(home))).toEqual(['unsure', 'sentHome', null])
    expect(stateOf(redirected('https://site.example/', null))).toEqual(['unsure', 'sentHome', null])
  })

  test('not when the new address fails', () => {
    const to = 'https://new.example/page'
    expect(stateOf(answer(404, { url: to, movedTo: to }))).toEqual(['dead', '', null])
    expect(stateOf(answer(403, { url: to, movedTo: to }))).toEqual(['refused', '', null])
  })
})

describe('FIND-03 the history of a link', () => {
  const day = 86_400_000
  const check = (visits: readonly (readonly [at: number, visit: Visit])[]) =>
    visits.reduce<CheckedState | undefined>(
      (before, [at, visit]) => nextCheck(before, classifyVisit(address, visit), at),
      undefined,
    )

  test('keeps five checks, the newest last', () => {
    const visits = [200, 404, 403, 500, 200, 404].map((status, at) => [at, answer(status)] as const)
    const last = check([...visits, [6, redirected('https://new.example/page')]])
    expect(presentMarks(last!.marks)).toEqual(['refused', 'failed', 'answered', 'failed', 'moved'])
  })

  test('a server that fails three times over a day is dead, and not before', () => {
    const ill = answer(500)
    expect(check([[0, ill]])!.state).toBe('unsure')
    expect(check([[0, ill], [day, ill]])!.state).toBe('unsure') // prettier-ignore
    expect(check([[0, ill], [1, ill], [2, ill]])!.state).toBe('unsure') // prettier-ignore
    expect(check([[0, ill], [1, ill], [day, ill]])).toMatchObject({ state: 'dead', since: 0, failures: 3 }) // prettier-ignore
    const back = check([[0, ill], [1, ill], [2, answer(200)], [day, ill], [2 * day, ill]]) // prettier-ignore
    expect(back).toMatchObject({ state: 'unsure', since: day })
    const other = check([0, day, 2 * day].map(at => [at, failure('connect')] as const))
    expect(other!.state).toBe('unsure')
  })

  test('what was ignored stays ignored until it answers', () => {
    const first = { ...nextCheck(undefined, classifyVisit(address, answer(404)), 0), ignored: 1 }
    const still = nextCheck(first, classifyVisit(address, answer(403)), 1)
    expect(still.ignored).toBe(1)
    expect(nextCheck(still, classifyVisit(address, answer(200)), 2).ignored).toBe(0)
  })
})
