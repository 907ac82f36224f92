import { getCopy, type PageCopies } from '@nestmark/contract/reading/copies'
import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type TestServer } from '../../apps/server/src/fetching/testing/web.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { press } from '../support/menuCheck.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
  viewports,
  waitForIdle,
} from '../support/testEnvironment.ts'

const paragraph = `<p>${'The turf wall is two skins of sod with a core of earth and stone. '.repeat(8)}</p>`
const part = (title: string) => `<h2>${title}</h2>${paragraph.repeat(6)}`
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let site: TestServer
let env: TestEnvironment
let ada: Person
let rosa: Person
let houses: string
const pages: Record<string, string> = {}
beforeAll(async () => {
  site = await serve((request, response) => {
    const html = pages[request.url ?? '']
    if (html === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  env = await startEnvironment({ copies: 'full', fetchAllowPrivate: [site.hostPort] })
  ada = await env.signIn('ada', 2)
  rosa = await env.signIn('rosa', 2)
  houses = await addCollection(ada, 'Turf houses')
  await ada.call(setPermissions, { folder_id: houses, read: 1, write: 0, read_members: [rosa.id] })
})
afterAll(async () => {
  await env.close()
  await site.close()
})

let saved = 0
/** Saves a link to a page of this content, and waits until its copy is stored or has failed. */
async function save(name: string, html?: string): Promise<string> {
  const path = `/${++saved}`
  if (html !== undefined) pages[path] = html
  const link = { name, category: 3, link: site.origin + path, parent: houses }
  const { _id } = await ada.call(saveLink, link)
  await expect.poll(async () => (await read(_id)).state, { timeout: 20_000 }).toMatch(/kept|failed/)
  return _id
}
const read = (link_id: string): Promise<PageCopies> => ada.call(getCopy, { link_id })
const article = (page: Page) => page.getByRole('article')

test.each(viewports)(
  'the user reads a page from its copy, as large and in the colours that they choose (%i px, dark: %s)',
  async (width, dark) => {
    const id = await save(
      'Turf houses',
      `<!doctype html><html lang="en"><head><title>How turf houses stay warm</title>
        <meta name="author" content="Sigríður Hallsdóttir"></head><body><article><h1>How turf houses stay warm</h1>
        ${paragraph}${part('A wall with a memory')}${part('The edge board')}${part('Living with the roof')}
        <p>See <a href="https://example.org/more">more of it</a>.</p><pre>${'code '.repeat(80)}</pre></article></body></html>`,
    )
    const page = await env.open(ada, `/l/${id}/read`, { width, dark })
    await page.getByRole('heading', { level: 1, name: 'How turf houses stay warm' }).waitFor()
    // The page has not changed: the copy is a fact in the line of the site, without a box.
    const copy = article(page).getByRole('status')
    expect(await copy.innerText()).toMatch(/^Copy of [^·]+$/)
    const line = copy.locator('..')
    expect(await line.innerText()).toContain(new URL(site.origin).host)
    const styleOf = (each: Locator) =>
      each.evaluate(element => {
        const { borderTopWidth, backgroundColor } = getComputedStyle(element)
        return [borderTopWidth, backgroundColor]
      })
    for (const each of [copy, line]) expect(await styleOf(each)).toEqual(['0px', 'rgba(0, 0, 0, 0)'])
    expect(await page.title()).toMatch(/^Turf houses/)
    const more = article(page).getByRole('link', { name: 'more of it' })
    expect(await more.getAttribute('rel')).toBe('noopener noreferrer')
    if (width < 820) await press(page, page.getByRole('button', { name: 'More actions' }))
    const openPage = page.getByRole(width < 820 ? 'menuitem' : 'link', { name: 'Open page' })
    expect(await openPage.getAttribute('href')).toContain(site.origin)
    if (width < 820) await page.keyboard.press('Escape')
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `reader-${width}-${dark ? 'dark' : 'light'}`)

    // The text follows the choices, which stay after a reload.
    const text = page.getByRole('button', { name: 'Text', exact: true })
    await press(page, text)
    const settings = page.getByRole('dialog', { name: 'Text' })
    expect(await settings.evaluate(dialog => dialog.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Tab')
    expect(await settings.evaluate(dialog => dialog.contains(document.activeElement))).toBe(true)
    const box = (await settings.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    if (width > 820) expect(box.y).toBeGreaterThan(40)
    await press(page, settings.getByRole('button', { name: 'Larger text' }))
    await press(page, settings.getByRole('radio', { name: '1.9' }))
    await press(page, settings.getByRole('radio', { name: 'Sans serif' }))
    await press(page, settings.getByRole('button', { name: 'Sepia' }))
    await expect
      .poll(() => page.getByRole('main').evaluate(sheet => getComputedStyle(sheet).backgroundColor))
      .toBe('rgb(241, 233, 216)')
    await saveScreenshot(page, `reader-text-${width}-${dark ? 'dark' : 'light'}`)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    expect(await text.evaluate(button => button === document.activeElement)).toBe(true)
    await page.reload()
    const style = () =>
      article(page)
        .locator('p')
        .first()
        .evaluate(element => {
          const { fontSize, fontFamily, color } = getComputedStyle(element)
          return [fontSize, fontFamily.split(' ')[0], color]
        })
    await article(page).locator('p').first().waitFor()
    expect(await style()).toEqual([width < 820 ? '19px' : '20px', '"Commissioner', 'rgb(46, 39, 18)'])

    // Scrolling moves on through the sections and the time that is left.
    const progress = page.getByRole('progressbar', { name: 'Reading progress' })
    expect(await progress.getAttribute('aria-valuenow')).toBe('0')
    if (width >= 1200) {
      const sections = page.getByRole('navigation', { name: 'Sections' })
      await sections.getByRole('link', { name: 'The edge board' }).click()
      await expect.poll(() => sections.locator('[aria-current]').textContent()).toBe('The edge board')
    }
    await more.scrollIntoViewIfNeeded()
    await article(page).locator('pre').scrollIntoViewIfNeeded()
    await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(80)

    // A reader that was opened by its address closes to the link.
    await page.keyboard.press('Escape')
    await page.waitForURL(`**/l/${id}`)
  },
)

test('an article from right to left, and one without an article', async () => {
  const hebrew = await save(
    'Hebrew',
    `<html lang="he"><head><title>בתים של אדמה</title></head><body><article>${`<p>${'הקיר עשוי משתי שכבות של אדמה ואבן. '.repeat(12)}</p>`.repeat(6)}<p>הפקודה <code>build();</code></p></article></body></html>`,
  )
  const words = await save('Words', '<title>List</title><ul><li>One</li><li>Two</li></ul>')
  const page = await env.open(ada, `/l/${hebrew}/read`, { width: 390 })
  await article(page).getByText('הקיר עשוי').first().waitFor()
  expect(await article(page).evaluate(each => getComputedStyle(each).direction)).toBe('rtl')
  expect(await article(page).getAttribute('lang')).toBe('he')
  const code = article(page).locator('code')
  expect(await code.evaluate(each => getComputedStyle(each).direction)).toBe('ltr')
  await expectNoHorizontalScroll(page)
  await saveScreenshot(page, 'reader-rtl')
  await page.goto(`/l/${words}/read`)
  await page.getByText('No article found: this is all the text of the page').waitFor()
  await article(page).getByText('Two').waitFor()
})

test('the reader shows that there is no copy, the reason, and shows the copy once it is stored', async () => {
  const id = await save('Missing')
  const page = await env.open(ada, `/l/${id}/read`)
  await page.getByText('No copy: the page is gone').waitFor()
  await saveScreenshot(page, 'reader-failed')
  pages[`/${saved}`] = `<title>Back again</title><article>${paragraph.repeat(4)}</article>`
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Back again' }).waitFor()

  // A failed read of the file is reported, and can be repeated.
  await page.route('**/f/**', route => route.fulfill({ status: 500 }))
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/f/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Back again' }).waitFor()
})

test('Z07 Z13 members read copies, users without access and visitors do not', async () => {
  const id = await save('Shared', `<title>For members</title><article>${paragraph.repeat(4)}</article>`)
  const member = await env.open(rosa, `/l/${id}/read`)
  await member.getByRole('heading', { name: 'For members' }).waitFor()
  expect(await member.getByRole('button', { name: 'Keep a new copy' }).count()).toBe(0)
  const stranger = await env.open(await env.signIn('xaver'), `/l/${id}/read`)
  await stranger.getByRole('heading', { level: 1 }).waitFor()
  expect(await stranger.getByText('For members').count()).toBe(0)
  // With the link public, the copy is still for members.
  await ada.call(setPermissions, { folder_id: houses, read: 3, write: 0 })
  await stranger.reload()
  await stranger.getByText('Only members can read this copy').waitFor()
  await ada.call(setPermissions, { folder_id: houses, read: 1, write: 0, read_members: [rosa.id] })
  const visitor = await env.open(null, `/l/${id}/read`)
  await visitor.waitForURL(/login/)
})

/** The attempts of a malicious page; `outside` is where a success would be visible. */
const hostile = (outside: string) => `
  <img src="${dot}" alt="Stored"><script>window.ran = 1; fetch('${outside}/script')</script>
  <img src="${outside}/picture"><img src="x" onerror="window.ran = 2">
  <svg onload="window.ran = 3"><script>window.ran = 4</script><image href="${outside}/svg"/></svg>
  <iframe srcdoc="<script>parent.ran = 5</script>"></iframe><iframe src="${outside}/frame"></iframe>
  <object data="${outside}/object"></object><embed src="${outside}/embed"><video src="${outside}/film" poster="${outside}/poster" autoplay></video>
  <audio src="${outside}/sound" autoplay></audio><link rel="stylesheet" href="${outside}/style"><link rel="prefetch" href="${outside}/prefetch">
  <style>@import '${outside}/import'; p { background: url(${outside}/background) }</style>
  <meta http-equiv="refresh" content="0; url=${outside}/refresh"><base href="${outside}/">
  <form action="${outside}/form"><input autofocus onfocus="window.ran = 6"></form>
  <p style="background: url(${outside}/inline)" onclick="window.ran = 7">Harmless words</p>
  <a href="javascript:window.ran = 8">Press</a><a href="${outside}/ping" ping="${outside}/ping">Ping</a>
  <math><mtext><table><mglyph><style><img src=x onerror="window.ran = 9"></style></mglyph></table></mtext></math>
  <noscript><p title="</noscript><img src=x onerror=window.ran=10>"></noscript>`

test('P05 a malicious copy runs nothing and requests nothing from outside, as the server cleans it and if it would not', async () => {
  // The server follows a page that moves on within five seconds.
  const staying = hostile(site.origin).replace('content="0;', 'content="6;')
  const id = await save(
    'Hostile',
    `<title>Hostile</title><body><article>${paragraph.repeat(4)}${staying}</article>`,
  )
  const page = await env.open(ada, `/l/${id}`)
  // A visitor has nothing in the storage of the browser, which the sandbox of a copy denies.
  const whole = await env.open(null, '/login')
  const outside: string[] = []
  for (const each of [page, whole])
    each.on('request', request => {
      const url = request.url()
      if (!url.startsWith(env.app.origin) && !/^(?:data|blob):/.test(url)) outside.push(url)
    })
  const before = site.requests.length
  const expectInert = async (each: Page) => {
    expect(outside).toEqual([])
    expect(site.requests.slice(before).map(request => request.url)).toEqual([])
    expect(each.frames()).toHaveLength(1)
    expect(await each.evaluate(() => 'ran' in window)).toBe(false)
  }
  await page.goto(`/l/${id}/read`)
  await article(page).getByText('Harmless words').click()
  await waitForIdle(page)
  await expectInert(page)
  // The full page, opened directly. Its scripts are off, so the test cannot wait for a rendering.
  await whole.goto((await read(id)).versions[0]!.copy!, { waitUntil: 'load' })
  await whole.getByText('Harmless words').click()
  await expectInert(whole)
  // The bytes that a server without any cleaning would send. The policy of the app reports a base, which would fail the test.
  await page.route('**/f/**', route =>
    route.fulfill({ contentType: 'text/html', body: hostile(site.origin).replace(/<base[^>]*>/, '') }),
  )
  await page.goto(`/l/${id}/read`)
  await article(page).getByText('Harmless words').click()
  expect(await article(page).getByAltText('Stored').count()).toBe(1)
  await page.getByText('Press').click()
  await waitForIdle(page)
  await expectInert(page)
})
