import { favouriteCollection, listFavouriteCollections } from '@nestmark/contract/collections'
import { favouriteLink, saveLink } from '@nestmark/contract/links/links'
import { listSharedCollections, setPermissions } from '@nestmark/contract/sharing/share'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, findHeading, openLinkForm, openShareDialog } from '../support/pageElements.ts'
import { createReadingPile } from '../links/readingPileFixture.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let willem: Person
let pile: string
let link: string
beforeAll(async () => {
  ;({ ada, willem, pile, link } = await createReadingPile(env))
})

test('SHR-01 SHR-02 SHR-04 the dialog shares a collection with a team by email, and shows its members and address', async () => {
  const page = await env.open(ada, `/c/${pile}`)
  const dialog = await openShareDialog(page, 'Reading pile')
  await dialog.getByText('Share “Reading pile”').waitFor()
  await dialog.getByRole('radio', { name: /Team/ }).first().check()
  const email = dialog.getByRole('textbox', { name: 'Email' })
  for (const [typed, error] of [
    ['nobody@example.org', 'Email not found'],
    [ada.email, "Can't add self email"],
  ] as const) {
    await email.fill(typed)
    await email.press('Enter')
    await dialog.getByText(error).waitFor()
  }
  await email.fill(willem.email)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText(willem.email, { exact: true }).waitFor()
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
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Who can see this?' }).waitFor()
})

test('FAV-01 SHR-06 both tabs of the favourites show shared items of a member with their owner', async () => {
  await willem.call(favouriteLink, { link_id: link, is_fav: 1 })
  await willem.call(favouriteCollection, { folder_id: pile, is_fav: 1 })
  const page = await env.open(willem, '/favourites')
  const collectionCard = page.getByRole('article').filter({ hasText: 'Reading pile' })
  await collectionCard.getByText('Shared by ada').waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: /Links/ }).click()
  await findCard(page, 'Driving rain').getByText('Shared by ada').waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: /Collections/ }).click()
  await collectionCard.getByRole('button', { name: /Remove/ }).click()
  await expect.poll(async () => (await willem.call(listFavouriteCollections, {})).length).toBe(0)
})

test('SHR-05 SHR-06 SHR-07 a member opens a collection from Shared Collections, reads it, and leaves it', async () => {
  const page = await env.open(willem, '/dashboard')
  await page.getByRole('link', { name: /Shared collections/ }).click()
  await findHeading(page, 'Shared Collections').waitFor()
  await expectAccessible(page)
  const card = page.getByRole('article').filter({ hasText: 'Reading pile' })
  // The count includes descendants, and a live update changes it.
  const inner = await addCollection(ada, 'Inner', pile)
  await ada.call(saveLink, { name: 'Nested', desc: 'Nested', category: 4, parent: inner })
  await card.getByText('2 links').waitFor()
  await card.getByText('Shared by ada').waitFor({ state: 'attached' })
  expect(await card.getByText('Can read').isVisible()).toBe(true)
  await page
    .getByRole('tree', { name: 'Shared collections' })
    .getByRole('treeitem', { name: 'Reading pile' })
    .getByTitle('Can read')
    .waitFor()
  // The owner's name does not truncate the title.
  const isTruncated = (title: Element) => title.scrollWidth > title.clientWidth
  expect(await card.getByRole('heading').evaluate(isTruncated)).toBe(false)
  await card.getByRole('link', { name: 'Reading pile' }).click()
  await findCard(page, 'Driving rain').waitFor()
  expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).not.toContain('Research')
  await findCard(page, 'Driving rain').hover()
  await page
    .getByRole('button', { name: /actions for “?Driving/i })
    .first()
    .click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem', { name: /Edit|Trash|Move/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.goBack()
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByText('No shared collections found').waitFor()
})

test('SHR-05 a member leaves a collection from its own page', async () => {
  const outer = await addCollection(ada, 'Outer')
  const inner = await addCollection(ada, 'Inner', outer)
  await ada.call(setPermissions, { folder_id: outer, read: 1, write: 0, read_members: [willem.id] })
  const page = await env.open(willem, `/c/${inner}`)
  const openMenu = async (name: string) => {
    await findHeading(page, name).waitFor()
    await page
      .getByRole('button', { name: `Actions for ${name}` })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Activity' }).waitFor()
  }
  await openMenu('Inner')
  // Only the collection that is itself shared can be left.
  expect(await page.getByRole('menuitem', { name: 'Leave collection' }).count()).toBe(0)
  await page.goto(`/c/${outer}`)
  await openMenu('Outer')
  await page.getByRole('menuitem', { name: 'Leave collection' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await findHeading(page, 'Shared Collections').waitFor()
  expect(await willem.call(listSharedCollections, {})).not.toContainEqual(
    expect.objectContaining({ _id: outer }),
  )
})

test('SAVE-19 SHR-05 sidebar and collection picker list the collections with write access', async () => {
  await ada.call(setPermissions, { folder_id: pile, read: 0, write: 1, write_members: [willem.id] })
  const page = await env.open(willem, '/dashboard')
  const tree = page.getByRole('tree', { name: 'Shared collections' })
  await tree.getByRole('treeitem', { name: /Reading pile/ }).click()
  await findHeading(page, 'Reading pile').waitFor()
  await page.goto('/dashboard')
  await page.getByText('Recent links').waitFor()
  const dialog = await openLinkForm(page)
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
  const ownerPage = await env.open(ada, `/c/${pile}`)
  await findCard(ownerPage, 'Written by Willem').waitFor()
  // The page of each link shows the owner that it is shared.
  await ownerPage.goto(`/l/${link}`)
  await ownerPage.getByText('Shared with 1', { exact: true }).waitFor()
  // The share dialog of the link shows it too, and no toast states that only the owner can open it.
  await ownerPage
    .getByRole('main')
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click()
  await ownerPage.getByRole('menuitem', { name: 'Share' }).click()
  const shareDialog = ownerPage.getByRole('dialog')
  await shareDialog.getByText('1 person can see it anyway, because its collection is shared.').waitFor()
  const own = shareDialog.getByRole('checkbox', { name: 'Anyone with the link can see it' })
  await own.click()
  await ownerPage.getByText('This link is now visible to anyone in the internet').waitFor()
  await own.click()
  await ownerPage.getByText('This link is no longer shared on its own').waitFor()
  await expectAccessible(ownerPage)
  await shareDialog.getByRole('button', { name: 'Done' }).click()
  await ada.call(setPermissions, { folder_id: pile, read: 0, write: 0 })
  await ownerPage.reload()
  await ownerPage.getByText('Only you').waitFor()
})
