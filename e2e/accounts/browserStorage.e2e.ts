import { favouriteCollection } from '@nestmark/contract/collections'
import { favouriteLink, saveLink } from '@nestmark/contract/links/links'
import { clipboardAccess } from '@nestmark/contract/session'
import { expect, test } from 'vitest'
import { findHeading } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()

// The list of the specification (2-secondary 3), except the entries of single features: API keys and the queued link of
// the home page. plans.e2e.ts tests the entry for a chosen plan.
test('the browser stores the items of a user for the profile and for the tab, and deletes them on logout', async () => {
  const ada = await env.signIn('ada')
  const outer = await addCollection(ada, 'Outer')
  const inner = await addCollection(ada, 'Inner', outer)
  const link = (await ada.call(saveLink, { name: 'Rain', desc: 'Rain', category: 4, parent: inner }))._id
  await ada.call(favouriteLink, { link_id: link, is_fav: 1 })
  await ada.call(favouriteCollection, { folder_id: outer, is_fav: 1 })
  await ada.call(clipboardAccess, { clipboard_access: 1 })
  const page = await env.open(ada, '/dashboard')
  await page.getByRole('tree').first().getByRole('treeitem', { name: /Outer/ }).waitFor()
  await page.getByRole('button', { name: /dark/i }).first().click()
  await page.goto(`/c/${inner}`)
  await findHeading(page, 'Inner').waitFor()
  const local = () => page.evaluate(() => ({ ...localStorage }) as Record<string, string>)
  const session = () => page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>)

  await expect.poll(local).toMatchObject({
    token: ada.token,
    me_id: ada.id,
    email: ada.email,
    parent: ada.rootId,
    theme: '1',
    clipboard_access: '1',
    favourites: JSON.stringify({ links: [link], folders: [outer] }),
    user: expect.stringContaining(`"user_id":"${ada.id}"`),
    view: expect.stringContaining('"links"'),
  })
  await expect
    .poll(async () => Object.keys(await session()).sort())
    .toEqual(expect.arrayContaining(['breadcrumbs', 'folder_chain']))
  await expect.poll(async () => (await session()).breadcrumbs).toContain('Outer')
  await expect.poll(async () => (await session()).folder_chain).toContain('Inner')

  // The page renders the tree from the storage when the request fails.
  await page.route('**/api/get-folder-chain', route => route.abort().catch(() => undefined))
  await page.reload()
  await page.getByRole('tree').first().getByRole('treeitem', { name: /Outer/ }).waitFor()
  await page.unroute('**/api/get-folder-chain')

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL(/\/accounts\/login/)
  const left = Object.keys(await local()).filter(key => !['theme', 'sidebar'].includes(key))
  // The init script of the test stores the token in every new document of this profile.
  expect(left.filter(key => key !== 'token')).toEqual([])
  // The remaining item belongs to the next sign-in.
  expect(Object.keys(await session()).filter(key => key !== 'sign-in')).toEqual([])
})
