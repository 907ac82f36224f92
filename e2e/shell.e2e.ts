import { createFolder } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links'
import { changeTheme, getUserData } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
  waitForIdle,
  waitForResponse,
} from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
let research: string
beforeAll(async () => {
  env = await startEnvironment()
  ada = await env.signIn('ada')
  research = (await ada.call(createFolder, { name: 'Research' }))._id
  const inner = await ada.call(createFolder, { name: 'Vernacular building', parent: research })
  const deep = await ada.call(createFolder, { name: 'Cold climates', parent: inner._id })
  for (const category of [1, 2, 3, 4, 5])
    await ada.call(saveLink, {
      name: `Kind ${category}`,
      link: 'https://example.org/a',
      desc: 'Text',
      category,
      parent: deep._id,
    })
})
afterAll(() => env.close())

test('an address of the API that is misspelt is 404 JSON, not the page', async () => {
  for (const path of ['/API/no-such-call', '//api/no-such-call', '/Api']) {
    const answer = await fetch(`${env.app.origin}${path}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  }
})

describe('NAV the shell', () => {
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

  test('NAV-12 the summary holds large numbers on a tablet, and cuts no word', async () => {
    for (const width of [820, 900, 1199]) {
      const page = await env.open(ada, '/dashboard', { width })
      const cards = page.getByRole('navigation', { name: 'Links by category' }).getByRole('link')
      await cards.first().waitFor()
      const cut = await cards.evaluateAll(all =>
        all.flatMap(card => {
          card.querySelector('[class*=count]')!.textContent = '100,024'
          return [card, ...card.querySelectorAll('span')]
            .filter(
              part => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline',
            )
            .map(part => part.textContent)
        }),
      )
      expect(cut).toEqual([])
    }
  })

  test('NAV-02 the tree opens level by level, lights the way and goes to a collection', async () => {
    const page = await env.open(ada, '/dashboard')
    const tree = page.getByRole('tree')
    await tree.getByRole('treeitem', { name: /Research/ }).focus()
    await page.keyboard.press('ArrowRight')
    await tree.getByRole('treeitem', { name: /Vernacular building/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Cold climates' }).waitFor()
    const crumbs = page.getByRole('navigation', { name: /breadcrumb/i })
    expect((await crumbs.innerText()).split(/\s*\n\s*/)).toEqual([
      'Dashboard',
      'Research',
      'Vernacular building',
      'Cold climates',
    ])
    await expectAccessible(page)
  })

  test('NAV-03 the sidebar is 220 px open and 60 px closed, and stays so', async () => {
    const page = await env.open(ada, '/dashboard')
    const side = page.locator('aside, [data-sidebar]').first()
    const width = async () => Math.round((await side.boundingBox())!.width)
    await page.getByRole('button', { name: 'Close the sidebar' }).waitFor()
    expect(await width()).toBe(220)
    await page.getByRole('button', { name: 'Close the sidebar' }).click()
    await page.getByRole('button', { name: 'Open the sidebar' }).waitFor()
    await expect.poll(width).toBe(60)
    expect(
      await side
        .getByRole('navigation')
        .getByRole('link')
        .evaluateAll(all => all.map(each => each.getAttribute('aria-label'))),
    ).toEqual(['Favourites', 'Tags', 'Suggestions', 'Trash'])
    await page.reload()
    await page.getByRole('button', { name: 'Open the sidebar' }).waitFor()
    expect(await width()).toBe(60)
  })

  test('NAV-02 NAV-03 the tree behind the rail opens where one is, however far down', async () => {
    const willem = await env.signIn('willem', 2)
    for (let n = 0; n < 60; n++)
      await willem.call(createFolder, { name: `Shelf ${String(n).padStart(2, '0')}` })
    const last = await willem.call(createFolder, { name: 'Shelf at the end' })
    await willem.call(createFolder, { name: 'Box on it', parent: last._id })
    const page = await env.open(willem, `/c/${last._id}`, { width: 1000 })
    await page.getByRole('heading', { name: 'Shelf at the end' }).waitFor()
    await page.getByRole('button', { name: 'Collections', exact: true }).click()
    const row = page.getByRole('treeitem', { name: /Shelf at the end/ })
    const inSight = (name: RegExp) =>
      page.getByRole('treeitem', { name }).evaluate(element => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    await row.waitFor()
    await expect.poll(() => inSight(/Shelf at the end/)).toBe(true)
    expect(await inSight(/Box on it/)).toBe(true)
    await row.click()
    await row.waitFor({ state: 'hidden' })
  })

  test('NAV-06 the shortcuts: Control+K shows them, Control+G jumps, Esc closes', async () => {
    const page = await env.open(ada, '/dashboard')
    await page.getByText('Recent links').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+g')
    await page.getByRole('combobox', { name: 'Go to a collection' }).waitFor()
    await page.keyboard.type('vernac')
    await page.getByRole('option', { name: /Vernacular building/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Vernacular building' }).waitFor()
  })

  test('NAV-11 the theme switch is kept on the page and at the server, and there is no flash', async () => {
    const page = await env.open(ada, '/dashboard')
    await page.getByRole('button', { name: 'Switch to dark' }).click()
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
    await expect.poll(scheme).toBe('dark')
    await expect.poll(async () => (await ada.call(getUserData, {})).theme).toBe(1)
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => document.body)
    expect(await scheme()).toBe('dark')
    await page.getByRole('button', { name: 'Switch to light' }).click()
    await expect.poll(scheme).toBe('light')
  })

  test('NAV-11 a switch shows on the other devices, those that chose before too, and quick ones end as pressed', async () => {
    await ada.call(changeTheme, { theme: 0 })
    const [page, phone] = [
      await env.open(ada, '/dashboard'),
      await env.open(ada, '/collections', { width: 390, height: 844 }),
    ]
    const scheme = (of: Page) => of.evaluate(() => document.documentElement.dataset.mantineColorScheme)
    const press = (to: string) => page.getByRole('button', { name: `Switch to ${to}` }).click()
    for (const each of [page, phone]) await each.waitForFunction(() => localStorage.getItem('user') !== null)
    await waitForResponse(phone, /\/api\/events$/)
    for (const next of ['dark', 'light', 'dark']) {
      await press(next)
      await expect.poll(() => scheme(phone)).toBe(next)
    }
    // It was shut while the other was switched.
    await phone.goto('/icon.svg')
    for (const next of ['light', 'dark', 'light']) await press(next)
    await expect.poll(async () => (await ada.call(getUserData, {})).theme).toBe(0)
    await waitForIdle(page)
    expect(await scheme(page)).toBe('light')
    await phone.goto('/collections')
    await expect.poll(() => scheme(phone)).toBe('light')
  })

  test('NAV-11 quick switches reach the server in their order', async () => {
    await ada.call(changeTheme, { theme: 0 })
    const page = await env.open(ada, '/dashboard')
    const gate = Promise.withResolvers<void>()
    const sent: unknown[] = []
    await page.route('**/api/change-theme', async route => {
      sent.push((route.request().postDataJSON() as { theme: number }).theme)
      await gate.promise
      await route.continue()
    })
    for (const next of ['dark', 'light', 'dark'])
      await page.getByRole('button', { name: `Switch to ${next}` }).click()
    await expect.poll(() => sent).toEqual([1])
    // Others would be on their way by the time that this is answered.
    await page.evaluate(() => fetch('/api/health').then(answer => answer.text()))
    expect(sent).toEqual([1])
    gate.resolve()
    await expect.poll(() => sent).toEqual([1, 0, 1])
    await expect.poll(async () => (await ada.call(getUserData, {})).theme).toBe(1)
  })

  test('NAV-08 the cookie notice stands until OK and stays away', async () => {
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
    test(`NAV-08 IO-01 what stands at the bottom covers nothing, neither itself nor the last row, ${width} px`, async () => {
      const page = await env.open(ada, '/icon.svg', { width, height: 600 })
      const jobs = [
        { job: 'import', kind: 'importBookmarks', state: 'running', done: 40, total: 100, report: null },
        { job: 'move', kind: 'bulk', state: 'queued', done: 0, total: 9, report: null },
      ].map(job => (job.kind === 'bulk' ? { ...job, bulk: { deed: 'moveLinks', changed: 0, left: 0 } } : job))
      const answer = (data: unknown) => ({ json: { status: 200, message: '', data } })
      await page.route('**/api/running-jobs', route => route.fulfill(answer(jobs)))
      await page.route('**/api/job-status', route => {
        const { job } = route.request().postDataJSON() as { job: string }
        return route.fulfill(answer(jobs.find(each => each.job === job)))
      })
      await page.goto('/dashboard')
      await page.getByRole('article').filter({ hasText: 'Kind 1' }).waitFor()
      const stacked = [
        page.getByRole('region', { name: 'Import bookmarks' }).filter({ hasText: 'Importing' }),
        page
          .getByRole('region', { name: 'In the background' })
          .filter({ hasText: 'Waiting to move 9 links' }),
        page.getByRole('region', { name: 'Cookies' }),
      ]
      for (const each of stacked) await each.waitFor()
      const boxes = await Promise.all(stacked.map(async each => (await each.boundingBox())!))
      for (const [at, { y, height }] of boxes.entries())
        expect(y + height).toBeLessThanOrEqual(boxes[at + 1]?.y ?? 600)
      // Rows are drawn as they come into sight.
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

  test('NAV-10 an unknown address shows the not-found page, /testR greets', async () => {
    const page = await env.open(ada, '/no/such/page')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect((await page.title()).toLowerCase()).toMatch(/not found|nestmark/)
    await expectAccessible(page)
    const greeting = await env.open(ada, '/testR')
    await greeting.getByText(/hello/i).waitFor()
  })

  test('NAV-07 the header gets its shadow after scrolling', async () => {
    const zoe = await env.signIn('zoe')
    for (let n = 0; n < 60; n++)
      await zoe.call(saveLink, { name: `Long ${n}`, link: 'https://example.org', category: 3 })
    const page = await env.open(zoe, '/dashboard')
    await page.getByText('Recent links').waitFor()
    const shadow = () => page.evaluate(() => getComputedStyle(document.querySelector('header')!).boxShadow)
    expect(await shadow()).toBe('none')
    // The page scrolls when the links are there, which is after their heading.
    await page.mouse.move(700, 700)
    const scroll = async () => {
      await page.mouse.wheel(0, 3000)
      return shadow()
    }
    await expect.poll(scroll).not.toBe('none')
  })
})

describe('the phone', () => {
  test('NAV-02 the way back names what lies above, and hints at more only where there is more', async () => {
    const page = await env.open(ada, `/c/${research}`, { width: 390, height: 844 })
    const bar = page.getByRole('banner')
    await bar.getByRole('link', { name: 'Dashboard' }).waitFor()
    expect(await bar.getByText('…').count()).toBe(0)
    await page
      .getByRole('link', { name: /Vernacular building/ })
      .first()
      .click()
    await bar.getByRole('link', { name: 'Research' }).waitFor()
    expect(await bar.getByText('…').count()).toBe(1)
  })

  test('NAV-02 a dialog of the tree’s menu lies above the page, not beneath the drawer', async () => {
    const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
    for (const entry of ['Edit', 'Move', 'Trash']) {
      await page.getByRole('navigation', { name: 'Main' }).getByText('Collections').click()
      await page
        .getByRole('tree')
        .getByRole('treeitem', { name: /Research/ })
        .getByTitle('More')
        .tap()
      await page.getByRole('menuitem', { name: entry, exact: true }).tap()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    }
  })

  test('NAV-02 the drawer comes from the dock, nothing scrolls sideways at 320', async () => {
    for (const width of [390, 320]) {
      const page = await env.open(ada, '/dashboard', { width, height: 844 })
      await page.getByText('Recent links').waitFor()
      await expectNoHorizontalScroll(page)
      await page.getByRole('navigation', { name: 'Main' }).getByText('Collections').click()
      await page
        .getByRole('tree')
        .getByRole('treeitem', { name: /Research/ })
        .waitFor()
      await expectAccessible(page)
    }
  })
})
