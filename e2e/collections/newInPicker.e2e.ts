import { getTree } from '@nestmark/contract/collections'
import { listCollectionLinks } from '@nestmark/contract/links/links'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink, shareCollection } from '../support/collectionFixture.ts'
import { findCard } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

test('SAVE-19 LINK-12 a typed name becomes a new collection in the current one, and Enter moves a link there', async () => {
  const houses = await addCollection(ada, 'Houses')
  await addLink(ada, 'Sod walls', houses)
  const page = await env.open(ada, `/c/${houses}`)
  await findCard(page, 'Sod walls').waitFor()
  await waitForIdle(page)
  await findCard(page, 'Sod walls').getByRole('link', { name: 'Sod walls' }).focus()
  await page.keyboard.press('m')
  const field = page.getByRole('searchbox', { name: 'Find a collection' })
  await field.fill('Buildings')
  await page.getByRole('option', { name: 'Create “Buildings” in Houses' }).waitFor()
  await expectAccessible(page)
  await field.press('Enter')
  await page.getByRole('button', { name: 'Move to Buildings' }).waitFor()
  // It is picked in the tree, and the field has the focus.
  await page.getByRole('treeitem', { name: /Buildings/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 link was moved').waitFor()
  const { children } = await ada.call(getTree, {})
  const [made] = children.find(each => each._id === houses)!.children
  expect(made!.folder_name).toBe('Buildings')
  const { links } = await ada.call(listCollectionLinks, { folder_id: made!._id })
  expect(links.map(link => link.name)).toEqual(['Sod walls'])
})

test('SAVE-19 SHR-05 a writer creates a collection only where the link may go, by touch', async () => {
  const willem = await env.signIn('willem', 2)
  const turf = await addCollection(ada, 'Turf')
  await addLink(ada, 'Planks', turf)
  await shareCollection(ada, turf, 'write', willem)
  const page = await env.open(willem, `/c/${turf}`, { width: 390, height: 844 })
  await findCard(page, 'Planks').waitFor()
  await waitForIdle(page)
  await findCard(page, 'Planks').getByRole('button', { name: 'Actions for Planks' }).tap()
  await page.getByRole('menuitem', { name: 'Move' }).tap()
  await page.getByRole('searchbox', { name: 'Find a collection' }).fill('Sods')
  await page.getByRole('option', { name: 'Create “Sods” in Turf' }).tap()
  await page.getByRole('button', { name: 'Move to Sods' }).tap()
  await page.getByText('1 link was moved').waitFor()
  const tree = (await ada.call(getTree, {})).children.find(each => each._id === turf)!
  expect(tree.children.map(each => [each.folder_name, each.links_count])).toEqual([['Sods', 1]])
})
