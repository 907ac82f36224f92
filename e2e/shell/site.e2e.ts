import { listDashboardLinks } from '@nestmark/contract/links/links'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlackPng } from '../../apps/server/src/test/support/pictureSamples.ts'
import { findCard } from '../support/pageElements.ts'
import { createUserData, register } from '../support/signInSite.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
  viewports,
  waitForIdle,
} from '../support/testEnvironment.ts'

let env: TestEnvironment
/** A site of somebody else. Each page has its path as title. */
let other: Server
let otherHost: string
const picture = createBlackPng(60, 40)
beforeAll(async () => {
  other = createServer(({ url = '' }, response) =>
    url === '/picture.png'
      ? response.setHeader('content-type', 'image/png').end(picture)
      : response
          .setHeader('content-type', 'text/html')
          .end(
            `<title>Page ${url.slice(1)}</title>${url === '/0' ? '<meta property="og:image" content="/picture.png">' : ''}<p>Words`,
          ),
  )
  await new Promise<void>(done => other.listen(0, '127.0.0.1', done))
  otherHost = `127.0.0.1:${(other.address() as AddressInfo).port}`
  env = await startEnvironment({ fetchAllowPrivate: [otherHost] })
})
afterAll(async () => {
  await env.close()
  other.close()
})

test.each(viewports)(
  'MKT-01 the home page has tagline, downloads, the form, people, features and a footer; %i px, dark: %s',
  async (width, dark) => {
    const page = await env.open(null, '/', { width, dark })
    await page.getByRole('heading', { name: 'A place for every link you’d hate to lose.' }).waitFor()
    // The browser of the tests is a Chrome.
    const browsers = page.locator('.browsers').getByRole('link').filter({ visible: true })
    expect(await browsers.allInnerTexts()).toEqual(['Chrome', 'Bookmarklet'])
    for (const name of ['Individuals', 'Researchers', 'Creatives', 'Companies', 'Highlights'])
      await page.getByRole('heading', { name, exact: true }).waitFor()
    const covered = await page.locator('#cards > .card').evaluateAll(cards =>
      cards
        .filter(card => {
          card.scrollIntoView({ block: 'center' })
          const { left, top, width } = card.getBoundingClientRect()
          return width > 0 && !card.contains(document.elementFromPoint(left + width / 2, top + 40))
        })
        .map(card => card.textContent),
    )
    expect(covered).toEqual([])
    await page.evaluate(() => scrollTo(0, 0))
    const footer = page.getByRole('contentinfo')
    for (const name of ['Terms', 'Privacy', 'Pricing']) await footer.getByRole('link', { name }).waitFor()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, `home-${width}-${dark ? 'dark' : 'light'}`, true)
  },
)

test('MKT-02 a tried link joins five shuffled samples, and the user saves it after the sign-up', async () => {
  const page = await env.open(null, '/', { fresh: true, context: { reducedMotion: 'no-preference' } })
  const field = page.getByPlaceholder(/Paste/)
  const cards = page.locator('#cards > .card')
  expect(await cards.count()).toBe(5)
  const tryIt = page.getByRole('button', { name: 'Try it' })
  await tryIt.click()
  await page.getByText('Link is required').waitFor()
  await field.fill('hello')
  await tryIt.click()
  await page.getByText('Please enter valid url').waitFor()
  await expectAccessible(page)
  const names = () => cards.locator('h2').allInnerTexts()
  const added = [...(await names()), 'Page 0']
  await field.fill(`${otherHost}/0`)
  await field.press('Enter')
  await page.getByRole('heading', { name: 'Page 0' }).waitFor()
  await page.getByText('1 of yours, 5 samples. Room for 6 more.').waitFor()
  // Its picture comes through this server.
  await page.locator('#cards .yours img[src^="data:image/png"]').waitFor()
  // Half a second after the answer, all get new places. Six more of earlier visits fill the board.
  await expect.poll(async () => (await names()).filter((name, at) => name === added[at])).toEqual([])
  await page.evaluate(host => {
    const tried = JSON.parse(localStorage.getItem('tried_links')!) as object[]
    for (let n = 1; n < 7; n++)
      tried.push({
        url: `http://${host}/${n}`,
        title: `Page ${n}`,
        image: '',
        key: `a-key-of-a-tried-link-${n}`,
      })
    localStorage.setItem('tried_links', JSON.stringify(tried))
  }, otherHost)
  await page.reload()
  await page.getByRole('heading', { name: 'Page 6' }).waitFor()
  expect(await cards.count()).toBe(12)
  await field.fill(`${otherHost}/too-many`)
  await field.press('Enter')
  await page.getByText('Like what you see? Sign up and import your bookmarks to see how they look!').waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await cards.count()).toBe(12)
  await saveScreenshot(page, 'tried', true)
  await page.locator('#stored-hint').getByRole('link', { name: 'Try for FREE' }).click()
  await register(page, createUserData())
  await page.waitForURL('**/dashboard')
  await page.getByText('The 7 links you tried are saved').waitFor()
  await findCard(page, 'Page 6').first().waitFor()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const { links } = await env.app.as(token)(listDashboardLinks, {})
  expect(links.map(link => link.link).sort()).toEqual(
    Array.from({ length: 7 }, (_, n) => `http://${otherHost}/${n}`),
  )
  expect(await page.evaluate(() => localStorage.getItem('tried_links'))).toBeNull()
})

test('MKT-05 the header knows before the first paint who has signed in, without a request', async () => {
  const page = await env.open(null, '/', { fresh: true })
  const entrances = () => page.getByRole('banner').getByRole('link').filter({ visible: true }).allInnerTexts()
  expect(await entrances()).toEqual(['Nestmark', 'Downloads', 'Pricing', 'Login', 'Try for FREE'])
  // The user has an account on the sign-in site and has not used the product.
  await page.context().request.post('/api/auth/sign-up/email', {
    headers: { origin: env.app.origin },
    data: { name: 'Nell', email: 'nell@example.org', password: 'correct horse' },
  })
  await page.goto('/c/nobody')
  await page.getByRole('button', { name: 'Get Started' }).waitFor()
  // The app has no more calls to make.
  await waitForIdle(page)
  const calls: string[] = []
  page.on('request', request => calls.push(new URL(request.url()).pathname))
  await page.goto('/')
  expect(await entrances()).toEqual(['Nestmark', 'Downloads', 'Pricing', 'Get Started'])
  await waitForIdle(page)
  expect(calls.filter(path => path.startsWith('/api'))).toEqual([])
  await page.getByRole('link', { name: 'Get Started' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('Recent links').waitFor()
  await page.goto('/')
  expect(await entrances()).toEqual(['Nestmark', 'Downloads', 'Pricing', 'Go to Dashboard'])
  await page.getByRole('banner').getByRole('link', { name: 'Go to Dashboard' }).click()
  await page.waitForURL('**/dashboard')
})

test('MKT-06 Claim now of the sale keeps the choice of the yearly plan until the sign-up', async () => {
  const page = await env.open(null, '/early-bird', { fresh: true })
  await page.getByRole('heading', { name: '30% OFF' }).waitFor()
  await page.getByText('on the Pro Annual Plan').waitFor()
  await page.getByText('2 years for the price of 1').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Claim now' }).click()
  await page.waitForURL(/\/accounts\/register/)
  const stored = ['userWantPaid', 'wanted_plan', 'wanted_offer']
  expect(await page.evaluate(keys => keys.map(key => localStorage.getItem(key)), stored)).toEqual([
    '2',
    'pro',
    'early-bird',
  ])
})

test('NAV-05 the app links to the pages of the site, and Back returns to it', async () => {
  const page = await env.open(await env.signIn('ada'), '/dashboard')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Help articles' }).click()
  await page.getByRole('heading', { name: 'Save a link' }).waitFor()
  // The frame of the app never surrounds a public page.
  expect(await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).count()).toBeGreaterThan(0)
  await page.goBack()
  await page.getByText('Recent links').waitFor()
})

test('SET-04 SET-05 the settings of a server without limits name none', async () => {
  const page = await env.open(await env.signIn('ada'), '/settings?tab=plan')
  await page.getByText('Unlimited highlights').waitFor()
  await page.getByText('Duplicate-link finder').waitFor()
  expect(await page.getByText('GB of storage').count()).toBe(0)
  await page.getByRole('tab', { name: 'Storage' }).click()
  const storage = page.getByRole('region', { name: 'Storage' })
  await storage.getByText('0.00 Mb').waitFor()
  expect((await storage.innerText()).replace(/\s+/g, ' ')).toBe('Storage 0.00 Mb used')
  expect(await page.getByText(/^of |Need more room/).count()).toBe(0)
  await expectAccessible(page)
})

test('NAV-08 the notice about cookies is the same for site and app', async () => {
  const page = await env.open(null, '/help', { fresh: true })
  await page.getByText('By using Nestmark you accept cookies').waitFor()
  await page.getByRole('button', { name: 'OK' }).click()
  expect(await page.locator('#cookies').isVisible()).toBe(false)
  await page.reload()
  await page.getByRole('heading', { name: 'Help articles' }).waitFor()
  expect(await page.locator('#cookies').isVisible()).toBe(false)
})
