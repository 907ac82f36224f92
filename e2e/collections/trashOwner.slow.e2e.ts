import { favouriteLink, saveLinks } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink, shareCollection } from '../support/collectionFixture.ts'
import { press } from '../support/menuCheck.ts'
import { selectCardAction } from '../support/pageElements.ts'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let willem: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  willem = await env.signIn('willem', 2)
})

/**
 * Creates links in a collection that is shared with Willem.
 * @returns the IDs of the links
 */
async function shareLinks(
  owner: Person,
  names: string[],
  role: 'write' | 'read' = 'write',
): Promise<string[]> {
  const collection = await addCollection(owner, 'Shared shed')
  const links: string[] = []
  for (const name of names) links.push(await addLink(owner, name, collection))
  await shareCollection(owner, collection, role, willem)
  return links
}

/** Selects the entire list, presses Delete, and waits for a text of the confirmation. */
async function requestDeleteAll(page: Page, text: string): Promise<void> {
  await page.getByRole('article').first().waitFor()
  await waitForIdle(page)
  await press(page, page.getByRole('button', { name: 'Select', exact: true }))
  const all = page.getByRole('checkbox', { name: /^Select all/ })
  await press(page, all)
  await press(page, page.getByRole('toolbar').getByRole('button', { name: 'Trash' }))
  await page.getByRole('dialog').getByText(text, { exact: true }).waitFor()
}

const mixedText = (owner: string) => `Your own links can be restored from Trash; others go to ${owner} trash.`

test('SHR-06 the confirmation names the owner of the trash to writers', async () => {
  const collection = await addCollection(ada, 'Shared shed')
  const inner = await addCollection(ada, 'Upper rack', collection)
  await addLink(ada, 'Old planks', collection)
  await shareCollection(ada, collection, 'write', willem)
  const page = await env.open(willem, `/c/${collection}`)
  await selectCardAction(page, 'Old planks', 'Trash')
  await page.getByRole('dialog').getByText('It goes to ada’s trash.', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`/c/${inner}`)
  await page.getByRole('button', { name: 'Actions for Upper rack' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await page
    .getByRole('dialog')
    .getByText('Everything inside is trashed too. It goes to ada’s trash.')
    .waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`/c/${collection}`)
  await selectCardAction(page, 'Upper rack', 'Trash')
  await page.getByRole('dialog').getByRole('button', { name: 'Trash' }).click()
  // A collection of somebody else has a name in the messages too.
  await page.getByRole('status').filter({ hasText: 'Upper rack' }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('Undone: “Upper rack” restored').waitFor()
  const ownerPage = await env.open(ada, `/c/${inner}`)
  await ownerPage.getByRole('button', { name: 'Actions for Upper rack' }).click()
  await ownerPage.getByRole('menuitem', { name: 'Trash' }).click()
  await ownerPage.getByRole('dialog').getByText('You can restore it from Trash.').waitFor()
})

test('SHR-06 SRCH-06 the confirmation ignores links with read access, and covers links that are not loaded', async () => {
  await willem.call(saveLinks, {
    links: Array.from({ length: 80 }, (_, n) => ({ name: `Plover ${n}`, desc: 'x', category: 4 })),
  })
  await shareLinks(ada, ['Plover of Ada'], 'read')
  const page = await env.open(willem, '/search/?q=plover&type=link')
  await requestDeleteAll(page, 'They can be restored from Trash.')
  await shareLinks(ada, ['Wren'])
  await page.goto('/search/?q=plover&type=link')
  await requestDeleteAll(page, mixedText('their owners’'))
})

test('SHR-06 FAV-02 the confirmation names the owners of the trash for selected and for all favourites', async () => {
  const links = await shareLinks(ada, ['Heron one', 'Heron two'])
  const ownLink = await addLink(willem, 'Heron of Willem')
  for (const link of [...links, ownLink]) await willem.call(favouriteLink, { link_id: link, is_fav: 1 })
  const page = await env.open(willem, '/favourites?tab=links')
  await requestDeleteAll(page, mixedText('ada’s'))
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select Heron of Willem' }).click()
  await press(page, page.getByRole('toolbar').getByRole('button', { name: 'Trash' }))
  await page.getByRole('dialog').getByText('They go to ada’s trash.', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const name of ['Heron of Willem', 'Heron one'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await press(page, page.getByRole('toolbar').getByRole('button', { name: 'Trash' }))
  await page.getByRole('dialog').getByText(mixedText('ada’s'), { exact: true }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
})
