import { execFile } from 'node:child_process'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getCopy } from '@nestmark/contract/reading/copies'
import { listDashboardLinks } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { type ExtensionBrowser, press, type Tab, waitFor } from './extensionBrowser.ts'
import { startChromium } from './extensionChromium.ts'
import { startFirefox } from './extensionFirefox.ts'
import { askStatus, connect, openPopup, signIn, textOf } from './extensionPerson.ts'
import { createMemberSite, type Site } from './extensionSite.ts'
import { findSystemBrowser } from '../support/systemBrowsers.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

vi.setConfig({ testTimeout: 150_000, hookTimeout: 180_000 })

const env = useEnvironment({ copies: 'full' })

/** With the base64 of their addresses, more than 5 MB. */
const pictures = 27

let site: Site
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, '../../scripts/building/buildExtension.mjs'),
  ])
  site = await createMemberSite(pictures)
})
afterAll(() => site?.close())

/** Holds the parts of uploads after the second one before the real server. */
function holdParts() {
  const { server } = env.app.server
  const listeners = server.listeners('request') as RequestListener[]
  const held: number[] = []
  const passed: number[] = []
  let isOpen = false
  server.removeAllListeners('request')
  const hold: RequestListener = (request, response) => {
    const part = Number(/^\/files\/uploads\/[^/]+\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 0)
    if (!isOpen && part > 2) return void held.push(part)
    if (part > 0) passed.push(part)
    for (const each of listeners) void each.call(server, request, response)
  }
  server.on('request', hold)
  return {
    held,
    passed,
    /** Lets later requests pass. The senders of those that are held have ended. */
    open: () => void (isOpen = true),
    end() {
      server.removeListener('request', hold)
      for (const each of listeners) server.on('request', each)
    },
  }
}

const browsers = [
  { name: 'chromium', start: () => startChromium(['*://*/*']) },
  { name: 'firefox', start: startFirefox },
] as const

for (const { name, start } of browsers)
  describe.skipIf(findSystemBrowser(name) === null)(`archives pages in ${name}`, () => {
    let browser: ExtensionBrowser
    let ada: Person
    const newest = async () => (await ada.call(listDashboardLinks, {})).links[0]
    const copyOf = async (link_id: string) => ada.call(getCopy, { link_id })
    beforeAll(async () => {
      ada = await env.signIn('ada', 2)
      browser = await start()
      await signIn(browser, env.app.origin, ada)
      await connect(browser, env.app.origin)
    })
    afterAll(() => browser?.close())

    /** Opens the page behind the sign-in, and its popup with the switch on. */
    async function openMembers(): Promise<{ page: Tab; popup: Tab }> {
      const page = await browser.openWeb(`${site.origin('127.0.0.1')}/sign-in`)
      await waitFor(page, `[...document.images].every(image => image.complete && image.naturalWidth > 0)`)
      const popup = await openPopup(browser, page)
      await waitFor(popup, `document.querySelector('textarea.title').value === 'Members only'`)
      if (!(await popup.evaluate<boolean>(`document.querySelector('[role=switch]').checked`)))
        await popup.evaluate(`document.querySelector('[role=switch]').click()`)
      return { page, popup }
    }

    test('EXT-01 T16 archives a page of 5 MB behind a sign-in as it is seen, also when the background ends in between', async () => {
      const { page, popup } = await openMembers()
      const size = Number(await waitFor<string>(popup, `/sign-in\\. ([\\d.]+)\\sMB/.exec(${textOf})?.[1]`))
      expect(size).toBeGreaterThan(5)
      const parts = holdParts()
      try {
        await press(popup, 'Save')
        await waitFor(popup, `${textOf}.includes('Saved')`)
        // Three parts are sent side by side: the first two have arrived.
        await vi.waitUntil(() => parts.held.length === 3, { timeout: 60_000 })
        // The link is there before its page.
        const link = (await newest())!
        expect(link).toMatchObject({ name: 'Members only', link: `${site.origin('127.0.0.1')}/members` })
        expect((await copyOf(link._id)).versions).toEqual([])
        await popup.close()
        await browser.killBackground()
        parts.open()
        // By itself: an alarm starts the background every half minute. It sends only what is missing.
        await expect.poll(async () => (await copyOf(link._id)).versions.length, { timeout: 90_000 }).toBe(1)
        expect(parts.passed.filter(part => part <= 2).sort()).toEqual([1, 2])
        expect(Math.max(...parts.passed)).toBeGreaterThan(5)
        const { versions } = await copyOf(link._id)
        const html = await (await fetch(env.app.origin + versions[0]!.copy!)).text()
        expect(html.match(/<img src="data:image\/(?:jpeg|webp);base64,/g)).toHaveLength(pictures + 1)
        expect(html).toMatch(/letter-spacing:\s*7px/)
        expect(html).toContain('<template shadowrootmode="open">')
        expect(html).toContain('Written in the shade')
        expect(html).toContain('Only members read')
        expect(html).not.toMatch(/secret-of/)
        expect(html).not.toMatch(/<script/i)
      } finally {
        parts.end()
      }
      // The page is as it was.
      expect(await page.evaluate(`document.getElementById('password').value`)).toBe('secret-of-password')
      const own = await browser.openOwn('settings.html')
      expect(await own.evaluate(askStatus)).toMatchObject({
        data: { queue: [], archivedSites: [expect.any(String)] },
      })
      await own.close()
      await page.close()
    })

    test('EXT-01 remembers the choice for the site, and a changed page becomes the next version', async () => {
      const page = await browser.openWeb(`${site.origin('127.0.0.1')}/members`)
      await page.evaluate(
        `void (document.querySelector('article p').textContent += ' The end was added later.')`,
      )
      const popup = await openPopup(browser, page)
      await waitFor(popup, `${textOf}.includes('Already saved on')`)
      expect(await popup.evaluate(`document.querySelector('[role=switch]').checked`)).toBe(true)
      await press(popup, 'Save changes')
      await waitFor(popup, `/(Keeping|Kept) what you see/.test(${textOf})`)
      const link = (await newest())!
      await expect
        .poll(async () => (await copyOf(link._id)).versions.map(({ number }) => number), { timeout: 60_000 })
        .toEqual([2, 1])
      await page.close()
    })
  })
