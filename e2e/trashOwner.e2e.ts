import { createFolder } from '@nestmark/contract/collections'
import { favLink, saveLink, saveLinks } from '@nestmark/contract/links'
import { setFolderPermissions } from '@nestmark/contract/share'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { press } from './menuCheck.ts'
import { expectAccessible, startEnvironment, waitForIdle, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
let willem: Person
beforeAll(async () => {
  env = await startEnvironment()
})
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  willem = await env.signIn('willem', 2)
})
afterAll(() => env.close())

/** Makes a collection with some links, and lets Willem write or read there. */
async function share(owner: Person, names: string[], may: 'write' | 'read' = 'write') {
  const box = (await owner.call(createFolder, { name: 'Shared shed' }))._id
  const links = []
  for (const name of names)
    links.push(
      await owner.call(saveLink, { name, link: `https://example.org/${name}`, category: 3, parent: box }),
    )
  await owner.call(setFolderPermissions, {
    folder_id: box,
    read: may === 'read' ? 1 : 0,
    write: may === 'write' ? 1 : 0,
    [`${may}_members`]: [willem.id],
  })
  return { box, links: links.map(link => link._id) }
}

const own = (name: string) =>
  willem.call(saveLink, { name, link: `https://example.org/${name}`, category: 3 })

/** Selects all of the list, and waits for the words of the question that follows. */
async function askAll(page: Page, line: string): Promise<void> {
  await page.getByRole('article').first().waitFor()
  await waitForIdle(page)
  await press(page, page.getByRole('button', { name: 'Select', exact: true }))
  const all = page.getByRole('checkbox', { name: /^Select all/ })
  await press(page, all)
  await press(page, page.getByRole('toolbar').getByRole('button', { name: 'Delete' }))
  await page.getByRole('dialog').getByText(line, { exact: true }).waitFor()
}

const mixed = (whose: string) => `Your own links can be restored from Trash; others go to ${whose} trash.`

test('SHR-06 a writer reads whose trash it goes to, the owner that it is theirs', async () => {
  const box = (await ada.call(createFolder, { name: 'Shared shed' }))._id
  const inner = (await ada.call(createFolder, { name: 'Upper shelf', parent: box }))._id
  await ada.call(saveLink, { name: 'Old planks', link: 'https://example.org/p', category: 3, parent: box })
  await ada.call(setFolderPermissions, { folder_id: box, read: 0, write: 1, write_members: [willem.id] })
  const page = await env.open(willem, `/c/${box}`)
  const ask = async (name: string) => {
    await page.getByRole('article').filter({ hasText: name }).first().hover()
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Trash' }).click()
  }
  await ask('Old planks')
  await page.getByRole('dialog').getByText('It goes to ada’s trash.', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`/c/${inner}`)
  await page.getByRole('button', { name: 'Actions for Upper shelf' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await page
    .getByRole('dialog')
    .getByText('Everything inside goes with it. It goes to ada’s trash.')
    .waitFor()
  const owners = await env.open(ada, `/c/${inner}`)
  await owners.getByRole('button', { name: 'Actions for Upper shelf' }).click()
  await owners.getByRole('menuitem', { name: 'Trash' }).click()
  await owners.getByRole('dialog').getByText('It can be restored from Trash.').waitFor()
})

for (const width of [1440, 390])
  test(`SHR-06 SRCH-06 Select all in a search says to whose trash its links go, at ${width}`, async () => {
    await share(ada, ['Heron one', 'Heron two', 'Otter'])
    const rosa = await env.signIn('rosa', 2)
    await share(rosa, ['Heron three'])
    const page = await env.open(willem, '/search/?q=otter&type=link', { width })
    await askAll(page, 'It goes to ada’s trash.')
    await expectAccessible(page)
    await page.goto('/search/?q=heron&type=link')
    await askAll(page, 'They go to their owners’ trash.')
    await own('Otter of Willem')
    await page.goto('/search/?q=otter&type=link')
    await askAll(page, mixed('ada’s'))
    await own('Heron of Willem')
    await page.goto('/search/?q=heron&type=link')
    await askAll(page, mixed('their owners’'))
  })

test('SHR-06 SRCH-06 what is only read stays, and what is not loaded may be of others', async () => {
  await willem.call(saveLinks, {
    links: Array.from({ length: 80 }, (_, n) => ({ name: `Plover ${n}`, desc: 'x', category: 4 })),
  })
  await share(ada, ['Plover of Ada'], 'read')
  const page = await env.open(willem, '/search/?q=plover&type=link')
  await askAll(page, 'They can be restored from Trash.')
  await share(ada, ['Wren'])
  await page.goto('/search/?q=plover&type=link')
  await askAll(page, mixed('their owners’'))
})

test('SHR-06 FAV-02 favourites that are chosen say to whose trash they go, one by one and all', async () => {
  const { links } = await share(ada, ['Heron one', 'Heron two'])
  const mine = await own('Heron of Willem')
  for (const link of [...links, mine._id]) await willem.call(favLink, { link_id: link, is_fav: 1 })
  const page = await env.open(willem, '/favourites?tab=links')
  await askAll(page, mixed('ada’s'))
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select Heron of Willem' }).click()
  await press(page, page.getByRole('toolbar').getByRole('button', { name: 'Delete' }))
  await page.getByRole('dialog').getByText('They go to ada’s trash.', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const name of ['Heron of Willem', 'Heron one'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await press(page, page.getByRole('toolbar').getByRole('button', { name: 'Delete' }))
  await page.getByRole('dialog').getByText(mixed('ada’s'), { exact: true }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
})
