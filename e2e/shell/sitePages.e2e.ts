import { brotliDecompressSync } from 'node:zlib'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../apps/server/src/test/support/app.ts'
import { signIn } from '../../apps/server/src/test/support/people.ts'

/** The pages of the site by HTTP. No browser is needed to see what a visitor without scripts gets. */
let app: TestApp
beforeAll(async () => {
  app = await startApp({
    countryHeader: 'x-country',
    socialLinks: new Map([['Mastodon', 'https://social.example/@nest']]),
  })
})
afterAll(() => app.stop())

const get = (path: string, headers: Record<string, string> = {}, { origin } = app) =>
  fetch(origin + path, { headers, redirect: 'manual' })
const read = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text()

/** Returns the words of a page without scripts, in order. */
const readWords = async (path: string) =>
  (await read(path))
    .replace(/^.*<main[^>]*>/s, '')
    .replace(/<\/main>.*$/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

/** Requests without decompression, which `fetch` would apply. */
const countBytes = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const asked = request(app.origin + path, { headers: { 'accept-encoding': 'br' } }, answer => {
      let bytes = 0
      answer.on('data', (piece: Buffer) => (bytes += piece.length)).on('end', () => resolve(bytes))
    })
    asked.on('error', reject).end()
  })

test('MKT-06 the pages have their words without scripts', async () => {
  expect(await readWords('/early-bird')).toMatch(
    /Early Bird.*Black Friday.*Cyber Monday.*Early Festive.*30% OFF.*Pro Annual Plan.*2 years for the price of 1.*Claim now/,
  )
  const lifetime = await readWords('/pricing-ltd')
  for (const sentence of [
    'Our LTD plans',
    'Solo LTD 1 user invitation Coming soon: Storage and bandwidth of 20 GB per month',
    'Team LTD 10 user invitations Coming soon: Storage and bandwidth of 40 GB per month, custom domain and white label',
    'Business LTD Unlimited user invitations Coming soon: Storage and bandwidth of 60 GB per month, custom domain',
    'Unlimited bookmarks, nested collections and highlights',
    'Automatic super-tags',
    'Save links as PDF',
    'Private or public sharing',
    'Broken and duplicate link finders',
    'Search by title, tags or description',
    'Priority support by chat and email',
  ])
    expect(lifetime).toContain(sentence)
  expect(await readWords('/about-us')).toContain('About us')
  expect(await readWords('/privacy-policy')).toContain('Privacy policy')
  expect(await readWords('/terms')).toContain('Terms')
  expect(await readWords('/help')).toContain('Collections in collections')
  const old = await get('/black-friday')
  expect([old.status, old.headers.get('location')]).toEqual([302, '/pricing'])
  expect(await read('/')).toContain('<a href="https://social.example/@nest" rel="me">Mastodon</a>')
})

test('MKT-04 the downloads are extensions of four browsers, the bookmarklet and three integrations', async () => {
  const page = await read('/downloads')
  for (const browser of ['chrome', 'firefox', 'opera', 'edge'])
    expect(page).toContain(`href="/extension/nestmark-${browser}.zip"`)
  const words = await readWords('/downloads')
  for (const name of ['Chrome', 'Firefox', 'Opera', 'Edge', 'Zapier', 'Pipedream', 'Pabbly'])
    expect(words).toContain(name)
  const bookmarklet = /href="(javascript:[^"]*)"/
    .exec(page)![1]!
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
  expect(decodeURI(bookmarklet)).toContain(
    `window.open("${app.services.config.publicUrl}/add-link/?type=3&data=`,
  )
  expect(bookmarklet).toContain('width=680,height=680')
})

describe('PLAN-02 the currency', () => {
  /** Returns the chosen currency. */
  const currency = async (headers: Record<string, string>) =>
    /value="(\w+)" checked \/><span>[UI]/.exec(await read('/pricing', headers))![1]

  test('PLAN-02 the header of the proxy chooses rupees for India, and dollars otherwise', async () => {
    expect(await currency({})).toBe('USD')
    expect(await currency({ 'x-country': 'IN' })).toBe('INR')
    expect(await currency({ 'x-country': 'DE' })).toBe('USD')
    expect((await get('/pricing')).headers.get('cache-control')).toContain('private')
  })

  test('PLAN-02 without that header a table of network addresses decides', async () => {
    const behind = await startApp({ behindProxy: true })
    const from = async (address: string) =>
      /value="(\w+)" checked \/><span>[UI]/.exec(
        await (await get('/pricing', { 'x-forwarded-for': address }, behind)).text(),
      )![1]
    // A network of India, one of the United States, a private address, and the first two in IPv6.
    expect(
      await Promise.all(
        ['115.240.0.1', '8.8.8.8', '10.0.0.1', '2405:200::1', '2001:4860:4860::8888'].map(from),
      ),
    ).toEqual(['INR', 'USD', 'USD', 'INR', 'USD'])
    await behind.stop()
  })
})

test('MKT-01 the first paint of the home page needs 60 kB at most, and nothing that its document does not name', async () => {
  const page = await read('/')
  const blocking = [
    ...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g),
    ...page.matchAll(/<script [^>]*src="([^"]+)"/g),
  ].map(([, path]) => path!)
  expect(blocking.length).toBeGreaterThan(2)
  expect(page).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="(https?:)?\/\/(?!127|localhost)/)
  const sizes = await Promise.all(['/', ...blocking].map(countBytes))
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(60_000)
})

test('T18 the server sends pages of the site with a strict policy and an ETag, compressed', async () => {
  const first = await get('/')
  expect(first.headers.get('content-security-policy')).not.toMatch(/unsafe|https:/)
  expect(await first.text()).not.toMatch(/<style|style="|<script>| on\w+="/)
  const etag = first.headers.get('etag')!
  const again = await get('/', { 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const compressed = await new Promise<Buffer>((resolve, reject) => {
    const asked = request(`${app.origin}/`, { headers: { 'accept-encoding': 'gzip, br' } }, answer => {
      expect(answer.headers['content-encoding']).toBe('br')
      void answer.toArray().then(pieces => resolve(Buffer.concat(pieces)), reject)
    })
    asked.on('error', reject).end()
  })
  expect(brotliDecompressSync(compressed).toString()).toBe(await read('/'))
  const asset = /href="(\/site\/[^"]+\.css)"/.exec(await read('/'))![1]!
  expect((await get(asset)).headers.get('cache-control')).toContain('immutable')
})

test('ACC-14 PUBLIC_SITE=off shows no shop: / offers the first account and then leads to the sign-in, and the other pages are 404 except for the documents', async () => {
  const own = await startApp({ publicSite: false })
  expect(await (await get('/', {}, own)).text()).toContain('<meta name="nestmark-first-account" content="on"')
  await signIn(own, 'ada')
  const home = await get('/', {}, own)
  expect([home.status, home.headers.get('location')]).toEqual([302, '/login'])
  for (const path of [
    '/pricing',
    '/downloads',
    '/blog',
    '/blog/a-post',
    '/early-bird',
    '/black-friday',
    '/pricing-ltd',
    '/about-us',
    '/sitemap.xml',
  ])
    expect([path, (await get(path, {}, own)).status]).toEqual([path, 404])
  for (const path of ['/help', '/terms', '/privacy-policy', '/dashboard'])
    expect((await get(path, {}, own)).status).toBe(200)
  expect(await (await get('/help', {}, own)).text()).toContain('data-site="off"')
  expect(await (await get('/dashboard', {}, own)).text()).toContain(
    '<meta name="nestmark-site" content="documents"',
  )
  await own.stop()
})

test('MKT-06 sitemap, robots, canonical addresses and pictures for link previews are those of this server', async () => {
  const { publicUrl } = app.services.config
  const map = await read('/sitemap.xml')
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
    address!.replace(publicUrl, ''),
  )
  expect(paths).toContain('/pricing')
  expect(paths.some(path => path.startsWith('/blog/'))).toBe(true)
  for (const path of paths) {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 200])
    const page = await response.text()
    expect(page).toContain(`<link rel="canonical" href="${publicUrl}${path}" />`)
    expect(page).toContain(`<meta property="og:url" content="${publicUrl}${path}" />`)
    const [, picture] = /<meta property="og:image" content="([^"]+)"/.exec(page)!
    expect((await get(picture!.replace(publicUrl, ''))).headers.get('content-type')).toMatch(/^image\//)
    expect(page).not.toContain('origin.invalid')
  }
  expect(await read('/robots.txt')).toMatch(/Disallow: \/api\/\n[^]*Sitemap: \S+\/sitemap\.xml\n/)
})

test('the texts lead to those of the operator', async () => {
  const help = { ...app.services.config.help, terms: 'https://example.org/terms' }
  const own = await startApp({ help })
  expect((await get('/terms', {}, own)).headers.get('location')).toBe('https://example.org/terms')
  await own.stop()
})
