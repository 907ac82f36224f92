import type { Job } from '@nestmark/contract/jobs'
import { saveLink } from '@nestmark/contract/links/links'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { createNestedCollections } from '../support/nestedCollectionsFixture.ts'
import { findHeading } from '../support/pageElements.ts'
import { expectAccessible, saveScreenshot, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ;({ ada } = await createNestedCollections(env))
})

test('responds to a misspelt API path with JSON and status 404 instead of the page', async () => {
  for (const path of ['/API/no-such-call', '//api/no-such-call', '/Api']) {
    const response = await fetch(`${env.app.origin}${path}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  }
})

test('NAV-12 NAV-04 the dashboard shows counts by category, collections and recent links', async () => {
  const page = await env.open(ada, '/dashboard')
  await page.getByText('Recent links').waitFor()
  for (const name of ['1 Images', '1 Videos', '1 Links', '1 Notes', '1 Audios'])
    await expect
      .poll(async () => (await page.getByRole('main').innerText()).replaceAll('\n', ' '))
      .toContain(name)
  await page.getByText('Your most recently updated collections').waitFor()
  await page
    .getByRole('heading', { name: 'Kind 3' })
    .or(page.getByText('Kind 3', { exact: true }))
    .first()
    .waitFor()
  await expectAccessible(page)
})

test('NAV-12 the summary cards fit large numbers on a tablet', async () => {
  for (const width of [820, 900, 1199]) {
    const page = await env.open(ada, '/dashboard', { width })
    const cards = page.getByRole('navigation', { name: 'Links by category' }).getByRole('link')
    await cards.first().waitFor()
    const overflowing = await cards.evaluateAll(all =>
      all.flatMap(card => {
        card.querySelector('[class*=count]')!.textContent = '100,024'
        return [card, ...card.querySelectorAll('span')]
          .filter(
            part => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline',
          )
          .map(part => part.textContent)
      }),
    )
    expect(overflowing).toEqual([])
  }
})

test('NAV-06 ? lists the shortcuts, Control+G opens a collection, Escape closes', async () => {
  const page = await env.open(ada, '/dashboard')
  await page.getByText('Recent links').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+g')
  await page.getByRole('combobox', { name: 'Go to a collection' }).waitFor()
  await page.keyboard.type('vernac')
  await page.getByRole('option', { name: /Vernacular building/ }).waitFor()
  await page.keyboard.press('Enter')
  await findHeading(page, 'Vernacular building').waitFor()
})

test('NAV-08 the cookie notice shows until the user presses OK, and does not return', async () => {
  const page = await env.open(ada, '/dashboard')
  await page.getByText('By using Nestmark you accept cookies and local storage.').waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await page.reload()
  await page.getByText('Recent links').waitFor()
  expect(await page.getByText('By using Nestmark you accept').count()).toBe(0)
  const cookie = (await page.context().cookies()).find(each => /cookie|consent/i.test(each.name))
  expect(Math.round((cookie!.expires - Date.now() / 1000) / 86_400)).toBe(30)
})

for (const width of [1440, 390])
  test(`NAV-08 IO-01 the notifications at the bottom cover neither each other nor the last row, ${width} px`, async () => {
    const page = await env.open(ada, '/icon.svg', { width, height: 600 })
    const jobs: Job[] = [
      { job: 'import', kind: 'importBookmarks', state: 'running', done: 40, total: 100, report: null },
      {
        job: 'move',
        kind: 'bulk',
        state: 'queued',
        done: 0,
        total: 9,
        report: null,
        bulk: { action: 'moveLinks', changed: 0, left: 0 },
      },
    ]
    const respond = (data: unknown) => ({ json: { status: 200, message: '', data } })
    await page.route('**/api/running-jobs', route => route.fulfill(respond(jobs)))
    await page.route('**/api/job-status', route => {
      const { job } = route.request().postDataJSON() as { job: string }
      return route.fulfill(respond(jobs.find(each => each.job === job)))
    })
    await page.goto('/dashboard')
    await page.getByRole('article').filter({ hasText: 'Kind 1' }).waitFor()
    const cookies = page.getByRole('region', { name: 'Cookies' })
    await cookies.waitFor()
    // On a phone it is above the page.
    if (width < 820) expect((await cookies.boundingBox())!.y).toBeLessThan(60)
    const notifications = [
      page.getByRole('region', { name: 'Import bookmarks' }).filter({ hasText: 'Reading' }),
      page.getByRole('region', { name: 'In the background' }).filter({ hasText: 'Waiting to move 9 links' }),
      ...(width < 820 ? [] : [cookies]),
    ]
    for (const each of notifications) await each.waitFor()
    const boxes = await Promise.all(notifications.map(async each => (await each.boundingBox())!))
    for (const [at, { y, height }] of boxes.entries())
      expect(y + height).toBeLessThanOrEqual(boxes[at + 1]?.y ?? 600)
    // The list renders rows when they come into view.
    await expect
      .poll(() =>
        page.evaluate(() => {
          scrollTo(0, document.documentElement.scrollHeight)
          return Math.max(
            ...[...document.querySelectorAll('article')].map(each => each.getBoundingClientRect().bottom),
          )
        }),
      )
      .toBeLessThanOrEqual(boxes[0]!.y)
    await expectAccessible(page)
    await saveScreenshot(page, `bottom-${width}`)
  })

test('NAV-10 an unknown address shows the not-found page, and /testR a greeting', async () => {
  const page = await env.open(ada, '/no/such/page')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect((await page.title()).toLowerCase()).toMatch(/not found|nestmark/)
  await expectAccessible(page)
  const greeting = await env.open(ada, '/testR')
  await greeting.getByText(/hello/i).waitFor()
})

test('NAV-07 scrolling adds the shadow of the header', async () => {
  const zoe = await env.signIn('zoe')
  for (let n = 0; n < 60; n++)
    await zoe.call(saveLink, { name: `Long ${n}`, link: 'https://example.org', category: 3 })
  const page = await env.open(zoe, '/dashboard')
  await page.getByText('Recent links').waitFor()
  const readShadow = () => page.evaluate(() => getComputedStyle(document.querySelector('header')!).boxShadow)
  expect(await readShadow()).toBe('none')
  // The page can scroll when the links are rendered, which is after their heading.
  await page.mouse.move(700, 700)
  const scroll = async () => {
    await page.mouse.wheel(0, 3000)
    return readShadow()
  }
  await expect.poll(scroll).not.toBe('none')
})
