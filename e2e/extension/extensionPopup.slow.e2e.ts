import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createCollection, getCollection, getTree, trashCollections } from '@nestmark/contract/collections'
import { listDashboardLinks, saveLinks } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { enforceQuotas } from '../../apps/server/src/access/planQuotas.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { byText, type ExtensionBrowser, fill, press, type Tab, waitFor } from './extensionBrowser.ts'
import { startChromium } from './extensionChromium.ts'
import { startFirefox } from './extensionFirefox.ts'
import { askStatus, connect, openPopup, signIn, textOf } from './extensionPerson.ts'
import { forgetCalls, holdAnswers } from './extensionServer.ts'
import { type Site, serveSite } from './extensionSite.ts'
import { findSystemBrowser } from '../support/systemBrowsers.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

// A server that stores copies of pages: only there, the popup offers to keep what the person sees.
const env = useEnvironment({ copies: 'full' })

let site: Site
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, '../../scripts/building/buildExtension.mjs'),
  ])
  site = await serveSite((request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1))
    if (name === 'plain.txt') return response.setHeader('content-type', 'text/plain').end('Words')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>${name}</title><meta name="description" content="About ${name}"><h1>${name}</h1>`,
    )
  })
})
afterAll(() => site?.close())

const browsers = [
  // 'localhost' is a host for which nothing is given: only a click on the button lets its page be read.
  { name: 'chromium', start: () => startChromium(['http://127.0.0.1/*'], ['tabs']) },
  { name: 'firefox', start: startFirefox },
] as const

for (const { name, start } of browsers)
  describe.skipIf(findSystemBrowser(name) === null)(`the popup in ${name}`, () => {
    let browser: ExtensionBrowser
    let ada: Person
    const at = (path: string) => `${site.origin('127.0.0.1')}/${path}`
    const links = async () => (await ada.call(listDashboardLinks, {})).links
    beforeAll(async () => {
      ada = await env.signIn('ada', 2)
      browser = await start()
      await signIn(browser, env.app.origin, ada)
      await connect(browser, env.app.origin)
    })
    afterAll(() => browser?.close())

    test('EXT-01 a click on the button lets the popup read the page of its tab, and saves it', async () => {
      const tab = await browser.openWeb(`${site.origin('localhost')}/granted`)
      const popup = await browser.clickButton(tab)
      await waitFor(popup, `document.querySelector('textarea.title')?.value === 'granted'`)
      // The description is in the page alone: it was read.
      await waitFor(popup, `document.querySelector('textarea.desc')?.value === 'About granted'`)
      await press(popup, 'Save')
      await expect
        .poll(async () => (await links())[0])
        .toMatchObject({
          name: 'granted',
          desc: 'About granted',
          link: `${site.origin('localhost')}/granted`,
        })
      await tab.close()
    })

    test('EXT-01 title, description and category are fields, and the popup moves a saved page to the trash', async () => {
      const tab = await browser.openWeb(at('fields'))
      const popup = await openPopup(browser, tab)
      await fill(popup, 'Title', 'My title')
      await fill(popup, 'Description', 'My words')
      await popup.evaluate(`(() => {
        document.querySelector('form').dispatchEvent(new KeyboardEvent('keydown', { key: 'q', bubbles: true, cancelable: true }))
        const field = document.activeElement
        field.value = '5'
        field.dispatchEvent(new Event('change', { bubbles: true }))
      })()`)
      await press(popup, 'Save')
      await waitFor(popup, `${textOf}.includes('Saved')`)
      expect((await links())[0]).toMatchObject({ name: 'My title', desc: 'My words', category: 5 })
      const again = await openPopup(browser, tab)
      await press(again, 'Trash')
      await waitFor(again, `${textOf}.includes('Moved to the trash')`)
      expect((await links()).map(link => link.link)).not.toContain(at('fields'))
      await tab.close()
    })

    test('EXT-01 the keys of the popup work after a key closed a layer, and Enter saves', async () => {
      const tab = await browser.openWeb(at('by-keys'))
      const popup = await openPopup(browser, tab)
      await popup.type('c')
      await waitFor(popup, `document.activeElement?.getAttribute('role') === 'combobox'`)
      await popup.press('Escape')
      await popup.type('f')
      await waitFor(popup, `${byText('button', 'Favourite')}.getAttribute('aria-pressed') === 'true'`)
      await popup.press('Enter')
      await expect.poll(async () => (await links())[0]).toMatchObject({ link: at('by-keys'), favourite: 1 })
    })

    test('EXT-01 says that a page does not let itself be copied, and saves it alone', async () => {
      const tab = await browser.openWeb(at('plain.txt'))
      const popup = await openPopup(browser, tab)
      await popup.evaluate(
        `void document.querySelector('form').dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true }))`,
      )
      await waitFor(popup, `${textOf}.includes('This page can’t be copied')`)
      expect(await popup.evaluate(`document.querySelector('[role=switch]').disabled`)).toBe(true)
      await press(popup, 'Save')
      await expect.poll(async () => (await links())[0]?.link).toBe(at('plain.txt'))
      await tab.close()
    })

    test('EXT-01 saves all tabs into a new collection, without those that it saved before', async () => {
      const open = [await browser.openWeb(at('one')), await browser.openWeb(at('two'))]
      const before = await openPopup(browser, open[0]!)
      await press(before, 'Save')
      await waitFor(before, `${textOf}.includes('Saved')`)
      const tabs = await browser.openOwn('popup.html?tabs=1')
      await waitFor(tabs, `!!document.querySelector('.tabs,.message button')`)
      // Where the test could not give the permission at install, the person gives it here.
      if (await tabs.evaluate<boolean>(`!!document.querySelector('.message button')`))
        await tabs.click('.message button')
      await waitFor(tabs, `${textOf}.includes('already saved')`)
      await fill(tabs, 'Name of the collection', 'Window')
      const isChosen = (path: string) =>
        tabs.evaluate<boolean>(`${byText('.tabs label', path)}.querySelector('input').checked`)
      expect([await isChosen('one'), await isChosen('two')]).toEqual([false, true])
      await press(tabs, 'Save')
      await waitFor(tabs, `/links? (was|were) saved/.test(${textOf})`)
      const saved = (await links()).filter(link => link.parent_name === 'Window').map(link => link.link)
      expect(saved).toContain(at('two'))
      expect(saved).not.toContain(at('one'))
      for (const tab of open) await tab.close()
      // A window of more tabs than one call takes.
      const many = `Array.from({ length: 1_010 }, (_, n) => ({ link: 'https://many.example/' + n, name: String(n) }))`
      const answer = await tabs.evaluate(
        `(globalThis.browser ?? chrome).runtime.sendMessage({ kind: 'run', task: { kind: 'tabs', name: 'Large window', links: ${many} } })`,
      )
      expect(answer).toMatchObject({ data: { done: true, result: { collectionId: expect.any(String) } } })
      const { collectionId } = (answer as { data: { result: { collectionId: string } } }).data.result
      const { folder } = await ada.call(getCollection, { folder_id: collectionId })
      expect(folder.links_count).toBe(1_010)
      await tabs.close()
    })

    test('EXT-01 the address bar finds links after nm and a space', async () => {
      await ada.call(saveLinks, {
        links: [{ link: 'https://turf.example/houses', name: 'Turf houses', category: 3 }],
        parent: (await ada.call(getTree, {}))._id,
      })
      await expect
        .poll(async () => (await browser.typeAddress('nm turf houses')).join('\n'), { timeout: 60_000 })
        .toContain('Turf houses')
    })

    test('EXT-01 a deleted collection: the save stays with its reason, and goes to My First Folder', async () => {
      const { _id } = await ada.call(createCollection, { name: 'Soon deleted', desc: '' })
      const tab = await browser.openWeb(at('homeless'))
      const popup = await openPopup(browser, tab)
      await press(popup, 'Collection', '.field')
      await fill(popup, 'Find or create a collection', 'Soon')
      await press(popup, 'Soon deleted', '[role=option]')
      await ada.call(trashCollections, { folders: [_id], isTrash: 1 })
      await press(popup, 'Save')
      await press(popup, '1 save was refused')
      await press(popup, 'Save to My First Folder')
      await expect
        .poll(async () => (await links())[0])
        .toMatchObject({ link: at('homeless'), parent_name: 'My First Folder' })
      // The next page is not saved there again.
      const next = await openPopup(browser, tab)
      await waitFor(next, `${textOf}.includes('Already saved on')`)
      const status = await next.evaluate<{ data: { lastParent: string | null } }>(askStatus)
      expect(status.data.lastParent).not.toBe(_id)
      await tab.close()
    })

    test('EXT-01 a full plan: the save stays, with the way to another plan', async () => {
      await env.app.services.db.write(tx =>
        tx.updateTable('people').set({ plan: 1 }).where('id', '=', ada.id).execute(),
      )
      const { _id: parent } = await ada.call(getTree, {})
      const fill500 = Array.from({ length: 5 }, (_, part) =>
        Array.from({ length: 99 }, (_, n) => ({
          link: `https://full.example/${part}/${n}`,
          name: `${n}`,
          category: 3,
        })),
      )
      for (const part of fill500) await ada.call(saveLinks, { links: part, parent })
      enforceQuotas(true)
      try {
        const tab = await browser.openWeb(at('too-many'))
        let isRefused = false
        for (let n = 0; n < 8 && !isRefused; n++) {
          await tab.goto(at(`too-many-${n}`))
          const popup = await openPopup(browser, tab)
          await press(popup, 'Save')
          await waitFor(popup, `${textOf}.includes('Saved') || ${textOf}.includes('refused')`)
          isRefused = await popup.evaluate<boolean>(`${textOf}.includes('refused')`)
          if (!isRefused) continue
          await press(popup, '1 save was refused')
          await waitFor(popup, `${textOf}.includes('limited to 500 links')`)
          expect(await popup.evaluate(`${byText('a', 'Upgrade to PRO')}.href`)).toBe(
            `${env.app.origin}/pricing`,
          )
          enforceQuotas(false)
          await press(popup, 'Try again')
          await expect.poll(async () => (await links())[0]?.link).toBe(at(`too-many-${n}`))
        }
        expect(isRefused).toBe(true)
        await tab.close()
      } finally {
        enforceQuotas(false)
      }
    })

    test('EXT-01 a background that ends in the middle of a save sends it again, and the server saves it once', async () => {
      const answers = holdAnswers(env.app.server.server, '/api/save-link-from-input')
      try {
        const tab = await browser.openWeb(at('ended'))
        const popup = await openPopup(browser, tab)
        await press(popup, 'Save')
        // Executed, and its answer is on the way.
        await vi.waitUntil(() => answers.count() >= 1, { timeout: 40_000 })
        await popup.close()
        await browser.killBackground()
        await tab.close()
      } finally {
        answers.end()
      }
      const queue = async (own: Tab) =>
        (await own.evaluate<{ data: { queue: unknown[] } }>(askStatus)).data.queue
      // Its alarm, or a page of the extension, starts the background again.
      await vi.waitUntil(
        async () => {
          const own = await browser.openOwn('settings.html')
          const left = await queue(own)
          await own.close()
          return left.length === 0
        },
        { timeout: 60_000, interval: 1_000 },
      )
      expect((await links()).filter(link => link.link === at('ended'))).toHaveLength(1)
    })

    test('EXT-01 a server that is too old says so in a sentence, keeps the save, and takes it after its update', async () => {
      const update = forgetCalls(env.app.server.server, '/api/save-link-from-input')
      const tab = await browser.openWeb(at('too-old'))
      try {
        const popup = await openPopup(browser, tab)
        await press(popup, 'Save')
        await waitFor(popup, `${textOf}.includes('Your server is too old for this')`)
        await press(popup, '1 save was refused')
        update()
        await press(popup, 'Try again')
        await expect.poll(async () => (await links())[0]?.link).toBe(at('too-old'))
      } finally {
        update()
        await tab.close()
      }
    })
  })
