import {
  favouriteCollection,
  listFavouriteCollections,
  getTree,
  trashCollections,
} from '@nestmark/contract/collections'
import { favouriteLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { listTrashedCollections, listTrashedLinks } from '@nestmark/contract/trash'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { chooseOption, findCard, findHeading } from '../support/pageElements.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

async function createTrashedCollection(name: string): Promise<string> {
  const collection = await addCollection(ada, name)
  await ada.call(trashCollections, { folderIdArr: [collection], isTrash: 1 })
  return collection
}
async function createTrashedLink(name: string): Promise<void> {
  const { _id } = await ada.call(saveLink, { name, link: 'https://example.org', category: 3 })
  await ada.call(trashLinks, { linkIdArr: [_id], isTrash: 1 })
}

describe('TRSH the trash', () => {
  test('TRSH-01 TRSH-02 TRSH-04 the menu of a collection restores it after a confirmation', async () => {
    await createTrashedCollection('Kitchen')
    const page = await env.open(ada, '/trash')
    await findCard(page, 'Kitchen').waitFor()
    expect(await findCard(page, 'Kitchen').innerText()).toMatch(/[A-Z][a-z]{2} \d{2}, \d{4}/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Actions for Kitchen' }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Restore this collection?').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Collection was restore successfully').waitFor()
    await page.getByText('No collections found').waitFor()
    expect((await ada.call(getTree, {})).children.map(child => child.folder_name)).toContain('Kitchen')
  })

  test('TRSH-01 TRSH-02 a collection counts and shows what is inside, and its deletion names these numbers', async () => {
    const attic = await addCollection(ada, 'Attic')
    const kitchen = await addCollection(ada, 'Kitchen', attic)
    const soups = await addCollection(ada, 'Soups', kitchen)
    for (const name of ['Leek', 'Onion']) await addLink(ada, name, soups)
    await ada.call(trashCollections, { folderIdArr: [kitchen] })
    const page = await env.open(ada, '/trash')
    await expect
      .poll(() => findCard(page, 'Kitchen').innerText())
      .toMatch(/2 links in 2 collections\s+Trashed [A-Z][a-z]{2} \d{2}, \d{4} from Attic/)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Actions for Kitchen' }).click()
    await page.getByRole('menuitem', { name: 'Permanently delete' }).click()
    await dialog.getByText('This deletes 2 links in 2 collections.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Empty Collection Trash' }).click()
    await dialog.getByText('This deletes 2 links in 2 collections.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Kitchen' }).click()
    await findHeading(page, 'This collection is in the trash').waitFor()
    expect(await findCard(page, 'Soups').innerText()).toContain('2 links')
    await expectAccessible(page)
    await findCard(page, 'Soups').getByRole('link').click()
    await findCard(page, 'Leek').waitFor()
    await expectAccessible(page)
  })

  test('TRSH-01 TRSH-03 the bulk action deletes the selected links permanently', async () => {
    for (const name of ['One', 'Two', 'Three']) await createTrashedLink(name)
    const page = await env.open(ada, '/trash')
    await page.getByRole('tab', { name: /Links/ }).click()
    await findCard(page, 'One').waitFor()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select One' }).click()
    await page.getByRole('checkbox', { name: 'Select Two' }).click()
    await chooseOption(page.getByLabel('Actions', { exact: true }), 'Permanently delete')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('dialog').getByText('Permanently delete 2 links?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Permanently delete' }).click()
    await page.getByText('2 Links were deleted successfully').waitFor()
    expect((await ada.call(listTrashedLinks, {})).links.map(link => link.name)).toEqual(['Three'])
  })

  test('TRSH-03 the button empties the trash of the open tab only', async () => {
    await createTrashedCollection('Deleted')
    await createTrashedLink('Stays')
    const page = await env.open(ada, '/trash')
    await page.getByRole('button', { name: 'Empty Collection Trash' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /empty|delete/i })
      .last()
      .click()
    await page.getByText('Trash is succesfully Emptied').waitFor()
    expect((await ada.call(listTrashedCollections, {})).total).toBe(0)
    await page.getByRole('tab', { name: /Links/ }).click()
    await page.getByRole('button', { name: 'Empty Link Trash' }).waitFor()
    await findCard(page, 'Stays').waitFor()
  })

  test('TRSH-05 restoring a collection whose parent is in the trash names the new parent', async () => {
    const outer = await addCollection(ada, 'Outer')
    const inner = await addCollection(ada, 'Inner', outer)
    await ada.call(trashCollections, { folderIdArr: [inner], isTrash: 1 })
    await ada.call(trashCollections, { folderIdArr: [outer], isTrash: 1 })
    const page = await env.open(ada, '/trash')
    await page.getByRole('button', { name: 'Actions for Inner' }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page
      .getByText(/“Inner” was restored to .*, because its old collection no longer exists\./)
      .waitFor()
  })

  test('TRSH-02 empty tabs show their texts, also on the phone', async () => {
    for (const width of [1440, 390]) {
      const page = await env.open(ada, '/trash', { width })
      await page.getByText('No collections found').waitFor()
      await page.getByRole('tab', { name: /Links/ }).click()
      await page.getByText('No links found').waitFor()
      await expectAccessible(page)
    }
  })
})

describe('FAV favourites', () => {
  test('FAV-01 the page has two tabs with dates and counts, the icon removes a favourite, and empty tabs show their texts', async () => {
    const kitchen = await addCollection(ada, 'Kitchen')
    await ada.call(favouriteCollection, { folder_id: kitchen, is_fav: 1 })
    const link = await ada.call(saveLink, { name: 'Dear', link: 'https://example.org', category: 3 })
    await ada.call(favouriteLink, { link_id: link._id, is_fav: 1 })
    const page = await env.open(ada, '/favourites')
    expect(await findCard(page, 'Kitchen').innerText()).toMatch(/[A-Z][a-z]{2} \d{2}, \d{4}/)
    await expectAccessible(page)
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Collections\n1', 'Links\n1'])
    await page.getByRole('button', { name: 'Remove Kitchen from favourites' }).click()
    await page.getByText('No favourite collections found').waitFor()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Collections\n0', 'Links\n1'])
    expect(await ada.call(listFavouriteCollections, {})).toEqual([])
    await page.getByRole('tab', { name: /Links/ }).click()
    await findCard(page, 'Dear').waitFor()
    await findCard(page, 'Dear').hover()
    await findCard(page, 'Dear')
      .getByRole('button', { name: /remove.*favourites/i })
      .first()
      .click()
    await page.getByText('No favourite links found').waitFor()
    await expectAccessible(page)
  })
})
