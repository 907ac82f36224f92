import { favouriteCollection } from '@nestmark/contract/collections'
import { favouriteLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink, shareCollection } from '../support/collectionFixture.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import { press } from '../support/menuCheck.ts'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let willem: Person
let pile: string
let inner: string
let link: string
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  willem = await env.signIn('willem', 2)
  pile = await addCollection(ada, 'Reading pile')
  inner = await addCollection(ada, 'Inner', pile)
  link = await addLink(ada, 'turf', inner)
  await shareCollection(ada, pile, 'read', willem)
})

const revoke = () => ada.call(setPermissions, { folder_id: pile, read: 0, write: 0 })

/** Opens a page of the member, and waits until it shows the shared item and receives live updates. */
async function openShared(path: string, show: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await env.open(willem, path, { height: 844 })
  await show(page)
  await waitForIdle(page)
  return page
}

async function openForm(page: Page): Promise<void> {
  const card = findCard(page, 'turf')
  await card.hover()
  await press(page, card.getByRole('button', { name: 'Actions for turf' }))
  await press(page, page.getByRole('menuitem', { name: 'Edit' }))
}

describe('SHR-08 a revoked share disappears from open pages immediately', () => {
  test('the pages of the collection, a descendant and a link show that the user needs access', async () => {
    const pages = [
      await openShared(`/c/${pile}`, page => findHeading(page, 'Reading pile').waitFor()),
      await openShared(`/c/${inner}`, page => findCard(page, 'turf').waitFor()),
      await openShared(`/l/${link}`, page => findHeading(page, 'turf').waitFor()),
    ]
    await revoke()
    for (const page of pages) {
      await page.getByText('Access needed').first().waitFor()
      expect(await page.getByText('turf', { exact: true }).count()).toBe(0)
    }
  })

  test('lists of favourites, shared collections and search results no longer show its items', async () => {
    await willem.call(favouriteLink, { link_id: link, is_fav: 1 })
    await willem.call(favouriteCollection, { folder_id: pile, is_fav: 1 })
    const shown = (name: string) => (page: Page) => findCard(page, name).waitFor()
    const lists = [
      ['turf', await openShared('/favourites?tab=links', shown('turf'))],
      ['Reading pile', await openShared('/favourites', shown('Reading pile'))],
      ['Reading pile', await openShared('/shared', shown('Reading pile'))],
      ['turf', await openShared('/search/?q=turf&type=link', shown('turf'))],
    ] as const
    await revoke()
    for (const [name, page] of lists) await findCard(page, name).waitFor({ state: 'detached' })
  })

  test('an open form says that the user can no longer edit the link, and keeps the text', async () => {
    await shareCollection(ada, pile, 'write', willem)
    const page = await openShared(`/c/${inner}`, page => findCard(page, 'turf').waitFor())
    await openForm(page)
    const form = page.getByRole('dialog')
    await form.getByLabel('Title').fill('Turf houses')
    await waitForIdle(page)

    await shareCollection(ada, pile, 'read', willem)
    await ada.call(setPermissions, { folder_id: pile, read: 1, write: 0 })
    const update = form.getByRole('button', { name: 'Update' })
    await form.getByText('You can no longer edit this link. Your text is saved on this device.').waitFor()
    expect(await update.isDisabled()).toBe(true)
    await revoke()
    await form.getByText('You no longer have access to this link.').waitFor()
    expect(await update.isDisabled()).toBe(true)

    await shareCollection(ada, pile, 'write', willem)
    await form.getByRole('alert').waitFor({ state: 'detached' })
    await update.click()
    await form.waitFor({ state: 'detached' })
    await findCard(page, 'Turf houses').waitFor()
  })
})
