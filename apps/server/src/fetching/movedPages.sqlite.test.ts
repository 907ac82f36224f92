import { afterEach, describe, expect, test } from 'vitest'
import { createScraper } from './scrape.ts'
import { expectRefusal } from './testing/refusal.testing.ts'
import { serve, servePages, type TestServer } from './testing/web.testing.ts'

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close()
})
function scraper(webs: TestServer[]) {
  const made = createScraper({ allowPrivate: webs.map(web => web.hostPort), failureMs: 0 })
  opened.push(...webs, made)
  const caller = { kind: 'person', key: 'ada' } as const
  return {
    scrape: (address: string) => made.scrape(address, caller),
    fetchFull: (address: string) => made.fetchFull(address, caller),
  }
}

describe('SCRP-05 pages that move by themselves', () => {
  const move = (to: string) => `<title>Redirecting…</title><META HTTP-EQUIV=Refresh CONTENT="0;url=${to}">`
  test('SCRP-05 follows the meta element and the header, also for copies', async () => {
    const web = await serve((request, response) => {
      if (request.url === '/') response.end(move('/header'))
      else if (request.url === '/header')
        response.setHeader('refresh', '3; url=/real').end('<title>Wait</title>')
      else response.end('<base href="/x/"><title>Real</title>')
    })
    const { scrape, fetchFull } = scraper([web])
    expect(await scrape(web.origin)).toMatchObject({ title: 'Real', url: `${web.origin}/real` })
    expect((await fetchFull(web.origin)).url).toBe(`${web.origin}/real`)
  })
  test('SCRP-05 a page that moves later, to itself, in noscript, or to another scheme stays', async () => {
    const stays = {
      '/late': '<title>Here</title><meta http-equiv=refresh content="60;url=/none">',
      '/self': '<title>Here</title><meta http-equiv=refresh content="1;url=/self">',
      '/script': '<title>Here</title><noscript><meta http-equiv=refresh content="0;url=/none"></noscript>',
      '/app': '<title>Here</title><meta http-equiv=refresh content="0;url=app:open">',
    }
    const web = await servePages(stays)
    const { scrape } = scraper([web])
    for (const path of Object.keys(stays)) expect((await scrape(web.origin + path)).title).toBe('Here')
  })
  test('S03 it reaches no private address, and moves five times at most', async () => {
    const inside = await servePages({ '/': '<title>Inside</title>' })
    opened.push(inside)
    const web = await serve((request, response) => {
      const at = Number(request.url!.slice(1))
      response.end(at === 0 ? move(inside.origin) : move(`/${at + 1}`))
    })
    const { scrape } = scraper([web])
    expect((await expectRefusal(scrape(`${web.origin}/0`))).reason).toBe('not-global')
    expect(inside.connections).toBe(0)
    expect((await expectRefusal(scrape(`${web.origin}/1`))).reason).toBe('redirects')
    expect(web.requests).toHaveLength(7)
  })
  test('SCRP-05 reads a page that sets a cookie and moves to itself with the cookie', async () => {
    const web = await serve((request, response) => {
      if (!request.headers.cookie) response.setHeader('set-cookie', 'ok=1')
      response.end(request.headers.cookie ? '<title>Real</title>' : move('/'))
    })
    expect((await scraper([web]).scrape(web.origin)).title).toBe('Real')
  })
})

describe('SCRP-05 challenges', () => {
  test.each([
    ['Cloudflare', 'Just a moment...', '<script>window._cf_chl_opt = {}</script>'],
    [
      'Anubis',
      "Making sure you're not a bot!",
      '<script src="/.within.website/x/cmd/anubis/main.mjs"></script>',
    ],
    ['Imperva', '', '<iframe src="/_Incapsula_Resource?SWUDNSAI=31"></iframe>'],
    ['AWS WAF', '', '<script>AwsWafIntegration.checkForceRefresh()</script>'],
  ])(
    'SCRP-05 treats one of %s with the status 200 as a failure, not a title',
    async (_service, title, body) => {
      const web = await servePages({
        '/': `<title>${title}</title>${body}`,
        '/about': `<title>About</title>${body}`,
      })
      const { scrape, fetchFull } = scraper([web])
      expect((await expectRefusal(scrape(web.origin))).reason).toBe('challenge')
      expect((await expectRefusal(fetchFull(web.origin))).reason).toBe('challenge')
      expect((await scrape(`${web.origin}/about`)).title).toBe('About')
    },
  )
  test('SCRP-05 treats a page with such a title as a page', async () => {
    const web = await servePages({ '/': '<title>Just a moment…</title><p>A poem' })
    expect((await scraper([web]).scrape(web.origin)).title).toBe('Just a moment…')
  })
})

test('S03 cookies go back to the origin that set them, within one chain only', async () => {
  const other = await servePages({ '/': '<title>Other</title>' })
  const web = await serve((request, response) => {
    const cookie = ['seen=1; Path=/; HttpOnly', 'b=x=y']
    if (request.url === '/out') response.writeHead(302, { location: other.origin, 'set-cookie': cookie })
    else if (!request.headers.cookie) response.writeHead(302, { location: '/', 'set-cookie': cookie })
    response.end('<title>Page</title>')
  })
  const { scrape } = scraper([web, other])
  for (const _time of [1, 2]) expect((await scrape(web.origin)).title).toBe('Page')
  const sent = web.requests.map(({ headers }) => headers.cookie)
  expect(sent).toEqual([undefined, 'seen=1; b=x=y', undefined, 'seen=1; b=x=y'])
  expect((await scrape(`${web.origin}/out`)).title).toBe('Other')
  expect(other.requests[0]!.headers.cookie).toBeUndefined()
})
