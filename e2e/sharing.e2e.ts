import { createFolder, favFolder, getFavFolders } from '@nestmark/contract/collections'
import { favLink, saveLink } from '@nestmark/contract/links'
import { makeLinkPublic, setFolderPermissions } from '@nestmark/contract/share'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { expectAccessible, startEnvironment, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
let willem: Person
let pile: string
let link: string
beforeAll(async () => {
  env = await startEnvironment()
  ada = await env.signIn('ada')
  willem = await env.signIn('willem')
  await env.app.services.db.write(tx =>
    tx.updateTable('people').set({ plan: 2 }).where('id', '=', ada.id).execute(),
  )
  const research = (await ada.call(createFolder, { name: 'Research' }))._id
  pile = (await ada.call(createFolder, { name: 'Reading pile', parent: research }))._id
  link = (
    await ada.call(saveLink, {
      name: 'Driving rain on a sod roof',
      link: 'https://slowtimber.example/films',
      desc: 'Two hours of rain.',
      category: 2,
      parent: pile,
      tags: ['roof'],
    })
  )._id
})
afterAll(() => env.close())

describe('SHR sharing in the page', () => {
  test('SHR-01 SHR-02 SHR-04 a collection is shared with a team by e-mail; who sees it, and its address', async () => {
    const page = await env.open(ada, `/c/${pile}`)
    await page.getByRole('heading', { level: 1, name: 'Reading pile' }).waitFor()
    await page
      .getByRole('button', { name: /actions for/i })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Share “Reading pile”').waitFor()
    await dialog.getByRole('radio', { name: /Team/ }).first().check()
    const email = dialog.getByRole('textbox', { name: 'Email' })
    for (const [typed, said] of [
      ['nobody@example.org', 'Email not found'],
      [ada.email, "Can't add self email"],
    ] as const) {
      await email.fill(typed)
      await email.press('Enter')
      await dialog.getByText(said).waitFor()
    }
    await email.fill(willem.email)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText(willem.email).waitFor()
    await email.fill(willem.email)
    await email.press('Enter')
    await dialog.getByText('Email already exist').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Collection was shared successfully').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Address' }).inputValue()).toContain(`/c/${pile}`)
    await dialog.getByRole('button', { name: 'Edit access' }).click()
    await dialog.getByRole('button', { name: 'Who can see this?' }).click()
    await dialog.getByText('added here').waitFor()
    await expectAccessible(page)
  })

  test('FAV-01 SHR-06 a member’s stars on what is shared stand in both tabs, with whose it is', async () => {
    await willem.call(favLink, { link_id: link, is_fav: 1 })
    await willem.call(favFolder, { folder_id: pile, is_fav: 1 })
    const page = await env.open(willem, '/favourites')
    const place = page.getByRole('article').filter({ hasText: 'Reading pile' })
    await place.getByText('Shared by ada').waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: /Links/ }).click()
    const one = page.getByRole('article').filter({ hasText: 'Driving rain' })
    await one.getByText('Shared by ada').waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: /Collections/ }).click()
    await place.getByRole('button', { name: /Remove/ }).click()
    await expect.poll(async () => (await willem.call(getFavFolders, {})).length).toBe(0)
  })

  test('SHR-05 SHR-06 SHR-07 the member finds it under Shared Collections, reads it, and leaves it', async () => {
    const page = await env.open(willem, '/dashboard')
    await page.getByRole('link', { name: /Shared collections/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Shared Collections' }).waitFor()
    await expectAccessible(page)
    const card = page.getByRole('article').filter({ hasText: 'Reading pile' })
    // What lies beneath counts, as in the tree beside it, and what comes there while one looks.
    const inner = await ada.call(createFolder, { name: 'Beneath', parent: pile })
    await ada.call(saveLink, { name: 'Below', desc: 'Below', category: 4, parent: inner._id })
    await card.getByText('2 links').waitFor()
    await card.getByText('Shared by ada').waitFor({ state: 'attached' })
    // Whose it is leaves the name its room.
    const cut = (name: Element) => name.scrollWidth > name.clientWidth
    expect(await card.getByRole('heading').evaluate(cut)).toBe(false)
    await card.getByRole('link', { name: 'Reading pile' }).click()
    await page.getByRole('article').filter({ hasText: 'Driving rain' }).first().waitFor()
    expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).not.toContain('Research')
    await page.getByRole('article').filter({ hasText: 'Driving rain' }).first().hover()
    await page
      .getByRole('button', { name: /actions for “?Driving/i })
      .first()
      .click()
    expect(await page.getByRole('menuitem', { name: /Edit|Trash|Move/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.getByRole('button', { name: /^Leave/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByText('No shared collections found').waitFor()
  })

  test('SHR-05 a member who is removed while they look at a collection reads nothing of it any more', async () => {
    const box = (await ada.call(createFolder, { name: 'Turf and timber' }))._id
    await ada.call(saveLink, { name: 'Sod walls', link: 'https://example.org/sod', category: 3, parent: box })
    const levels = { folder_id: box, read: 0, write: 1 } as const
    await ada.call(setFolderPermissions, { ...levels, write_members: [willem.id] })
    const page = await env.open(willem, `/c/${box}`)
    await page.getByRole('article').filter({ hasText: 'Sod walls' }).waitFor()
    await ada.call(setFolderPermissions, { ...levels, write: 0 })
    await page.getByRole('heading', { name: 'Access needed' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(0)
  })

  test('SAVE-19 SHR-05 what one may write to stands in the sidebar and in the choice of a place', async () => {
    await ada.call(setFolderPermissions, { folder_id: pile, read: 0, write: 1, write_members: [willem.id] })
    const page = await env.open(willem, '/dashboard')
    const tree = page.getByRole('tree', { name: 'Shared collections' })
    await tree.getByRole('treeitem', { name: /Reading pile/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Reading pile' }).waitFor()
    await page.goto('/dashboard')
    await page.getByText('Recent links').waitFor()
    await page.keyboard.press('Control+l')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What would you like to save?').waitFor()
    await page.keyboard.press('3')
    await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('example.org/planks')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Written by Willem')
    await dialog
      .getByRole('button', { name: /collection/i })
      .last()
      .click()
    await page.getByText('Shared collections (with write access)').waitFor()
    await page
      .getByRole('tree')
      .last()
      .getByRole('treeitem', { name: /Reading pile/ })
      .click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Link was added successfully').waitFor()
    const owners = await env.open(ada, `/c/${pile}`)
    await owners.getByRole('article').filter({ hasText: 'Written by Willem' }).first().waitFor()
    // Its owner reads of each link there that it is not theirs alone.
    await owners.goto(`/l/${link}`)
    await owners.getByText('Shared with 1').waitFor()
    await ada.call(setFolderPermissions, { folder_id: pile, read: 0, write: 0 })
    await owners.reload()
    await owners.getByText('Only you').waitFor()
  })

  test('LINK-05 SHR-10 a link is made public by its menu, with a short address and windows of 600 by 400', async () => {
    const page = await env.open(ada, `/l/${link}`)
    await page.getByRole('heading', { level: 1, name: /Driving rain/ }).waitFor()
    await page
      .getByRole('button', { name: /actions for/i })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Anyone with the link can see it' }).click()
    await page.getByText('This link is now visible to anyone in the internet').waitFor()
    const address = dialog.getByRole('textbox', { name: 'Short address' })
    await address.waitFor()
    const short = await address.inputValue()
    await expectAccessible(page)
    await page.evaluate(() => {
      window.open = (...asked: unknown[]) => {
        document.title = asked.join(' ')
        return null
      }
    })
    await dialog.getByRole('link', { name: 'Telegram' }).click()
    expect(await page.title()).toMatch(/width=600,height=400/)
    expect(await page.title()).toContain(encodeURIComponent(short))

    const visitor = await env.open(null, new URL(short).pathname)
    await visitor.getByRole('heading', { level: 1, name: /Driving rain/ }).waitFor()
    expect(new URL(visitor.url()).pathname).toBe(`/l/${link}`)
  })

  test('LINK-07 LINK-02 a visitor reads a public link without notes, favourites and anything to change', async () => {
    await ada.call(makeLinkPublic, { link_id: link, is_public: 1 })
    for (const width of [1440, 390]) {
      const page = await env.open(null, `/l/${link}?fbclid=x`, { width, height: 900 })
      await page.getByRole('heading', { level: 1, name: /Driving rain/ }).waitFor()
      await page.getByText('Public', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: /Edit|favourite|Share/i }).count()).toBe(0)
      expect(await page.getByText(/Reading pile|Notes?$/).count()).toBe(0)
      await expectAccessible(page)
    }
    await ada.call(makeLinkPublic, { link_id: link, is_public: 0 })
    const page = await env.open(null, `/l/${link}`)
    await page.getByText('Access needed').waitFor()
  })

  test('COL-01 a collection without links says how to save only to those who may, and names no keys on the phone', async () => {
    const bare = (await ada.call(createFolder, { name: 'Bare' }))._id
    await ada.call(createFolder, { name: 'Within', parent: bare })
    await ada.call(setFolderPermissions, { folder_id: bare, read: 3, write: 0 })
    for (const [who, width, words] of [
      [ada, 1440, 'Paste an address with Ctrl+L and it is saved here.'],
      [ada, 390, 'Paste an address with + and it is saved here.'],
      [null, 390, 'Nothing has been saved here yet.'],
    ] as const) {
      const page = await env.open(who, `/c/${bare}`, { width })
      await page.getByText(words).waitFor()
      expect(await page.getByText(/it is saved here/).count()).toBe(who ? 1 : 0)
    }
  })

  test('COL-01 a visitor reads a public collection', async () => {
    await ada.call(setFolderPermissions, { folder_id: pile, read: 3, write: 0 })
    const page = await env.open(null, `/c/${pile}`)
    await page.getByRole('heading', { level: 1, name: 'Reading pile' }).waitFor()
    await page.getByRole('article').filter({ hasText: 'Driving rain' }).first().waitFor()
    expect(await page.getByText('Research').count()).toBe(0)
    expect(await page.getByRole('button', { name: /Create New|Select/ }).count()).toBe(0)
    await expectAccessible(page)
    await ada.call(setFolderPermissions, { folder_id: pile, read: 0, write: 0 })
    await page.reload()
    await page.getByText('This is a private Collection. Please request access to view it.').waitFor()
    // It may be shared with whoever has not signed in yet.
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).waitFor()
  })

  for (const width of [1440, 390])
    test(`COL-01 LINK-11 a visitor is offered no menu without entries and no filter of their own, at ${width}`, async () => {
      const open = (await ada.call(createFolder, { name: 'Open shelf' }))._id
      const save = (name: string, more: object) =>
        ada.call(saveLink, { name, category: 4, parent: open, ...more })
      await save('Things to pack', { desc: 'Socks' })
      await save('With an address', { category: 3, link: 'https://slowtimber.example/open' })
      await ada.call(setFolderPermissions, { folder_id: open, read: 3, write: 0 })
      const page = await env.open(null, `/c/${open}`, { width })
      const card = (name: string) => page.getByRole('article').filter({ hasText: name })
      await card('Things to pack').waitFor()
      await card('With an address')
        .getByRole('button', { name: /actions for/i })
        .waitFor({ state: 'attached' })
      expect(
        await card('Things to pack')
          .getByRole('button', { name: /actions for/i })
          .count(),
      ).toBe(0)
      await page.getByRole('button', { name: width < 820 ? 'Search, select and more' : 'Filter' }).click()
      const menu = page.getByRole('menu')
      await menu.getByRole('menuitemradio', { name: 'Note' }).waitFor()
      expect(await menu.getByText(/favourites|tag/i).count()).toBe(0)
      expect(await menu.getByRole('separator').count()).toBe(width < 820 ? 1 : 0)
      await expectAccessible(page)
      await ada.call(setFolderPermissions, { folder_id: open, read: 0, write: 0 })
    })

  test('COL-01 LINK-07 what is public tells link previews what it is, and feed readers what is new; what is private nothing', async () => {
    const odd = 'A & B <script>alert(1)</script> \u0007 "quoted" 東京'
    const place = (await ada.call(createFolder, { name: 'A & B "plates" <1>', desc: 'Plates & drawings' }))
      ._id
    const saved = await ada.call(saveLink, {
      name: odd,
      link: 'https://example.org/?a=1&b=<2>',
      desc: 'Words & "more"',
      category: 3,
      parent: place,
      tags: ['a&b'],
    })
    const read = async (path: string) => {
      const answer = await fetch(env.app.origin + path)
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    }
    for (const path of [`/c/${place}`, `/l/${saved._id}`])
      expect((await read(path)).text).not.toMatch(/og:title|plates|quoted/)
    expect((await read(`/c/${place}/feed.xml`)).status).toBe(404)

    await ada.call(setFolderPermissions, { folder_id: place, read: 3, write: 0 })
    const page = await env.open(null, `/c/${place}`)
    const head = (name: string) => page.locator(`head meta[property="${name}"]`).getAttribute('content')
    expect(await head('og:title')).toBe('A & B "plates" <1>')
    expect(await head('og:description')).toBe('Plates & drawings')
    await page.goto(`/l/${saved._id}`)
    expect(await head('og:title')).toBe(odd)
    const feed = await page.evaluate(async path => {
      const text = await (await fetch(path)).text()
      const parsed = new DOMParser().parseFromString(text, 'application/xml')
      const of = (name: string) => parsed.querySelector(name)?.textContent
      return {
        broken: parsed.querySelector('parsererror')?.textContent ?? null,
        titles: [of('feed > title'), of('entry > title'), of('entry > summary')],
        address: parsed.querySelector('entry > link')?.getAttribute('href'),
        tag: parsed.querySelector('entry > category')?.getAttribute('term'),
      }
    }, `/c/${place}/feed.xml`)
    expect(feed).toEqual({
      broken: null,
      titles: ['A & B "plates" <1>', odd.replace('\u0007', ''), 'Words & "more"'],
      address: saved.link,
      tag: 'a&b',
    })
    const items = JSON.parse((await read(`/c/${place}/feed.json`)).text).items
    expect(items).toMatchObject([{ title: odd, external_url: saved.link, tags: ['a&b'] }])

    await ada.call(setFolderPermissions, { folder_id: place, read: 0, write: 0 })
    expect((await read(`/c/${place}/feed.json`)).status).toBe(404)
    expect((await read(`/l/${saved._id}`)).text).not.toContain('og:title')
  })
})
