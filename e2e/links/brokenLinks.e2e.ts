import { getLink } from '@nestmark/contract/links/links'
import { listTrashedLinks } from '@nestmark/contract/trash'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrokenSites, findRow, findSection, saveAll, startBrokenSites } from './brokenLinksFixture.ts'
import { findHeading } from '../support/pageElements.ts'
import { expectAccessible } from '../support/testEnvironment.ts'

let sites: BrokenSites
beforeAll(async () => {
  sites = await startBrokenSites({
    'good.test': 200,
    'deleted.test': 404,
    'blocked.test': 403,
    'moved.test': 'http://new.test/sheet',
    'new.test': 200,
  })
})
afterAll(() => sites.close())

test('FIND-01 FIND-03 FIND-04 a check finds broken links; the user selects and deletes the dead ones, and Undo restores them', async () => {
  const { env } = sites
  const ada = await env.signIn('ada', 2)
  const [, deleted, , moved] = await saveAll(ada, [
    ['A good page', 'http://good.test/'],
    ['Green roofs', 'http://deleted.test/roofs'],
    ['A pile to read', 'http://blocked.test/pile'],
    ['Scarf joints', 'http://moved.test/joints'],
    ['Slow radio', 'http://nobody.test/posters'],
  ])
  const page = await env.open(ada, '/dashboard')
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Broken links' }).click()
  await findHeading(page, 'Broken links').waitFor()
  await page.getByText('Your links haven’t been checked yet').waitFor()
  await page.getByRole('button', { name: 'Check automatically: Never' }).waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('3 of 5').or(page.getByText('4 of 5')).first().waitFor()

  await findRow(page, 'Green roofs').getByText('Link was not found').waitFor()
  await findRow(page, 'Slow radio').getByText('No such site').waitFor()
  await findRow(page, 'Scarf joints').getByText('Moved for good').waitFor()
  await findRow(page, 'A pile to read').getByText('Permission to access denied').waitFor()
  expect(await findRow(page, 'A good page').count()).toBe(0)
  expect(await findSection(page, 'Dead').getByRole('checkbox', { checked: true }).count()).toBe(2)
  expect(await page.getByRole('main').getByRole('checkbox', { checked: true }).count()).toBe(2)
  await page.getByText('2 selected').waitFor()
  await expectAccessible(page)

  const archived = findRow(page, 'Green roofs').getByRole('link', { name: 'Archived copy' })
  expect([await archived.getAttribute('href'), await archived.getAttribute('target')]).toEqual([
    'https://web.archive.org/web/2/http://deleted.test/roofs',
    '_blank',
  ])

  await findRow(page, 'Scarf joints').getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByText('1 link has its new address').waitFor()
  await findRow(page, 'Scarf joints').waitFor({ state: 'detached' })
  expect((await ada.call(getLink, { link_id: moved! })).link.link).toBe('http://new.test/sheet')
  await page.getByRole('button', { name: 'Undo' }).click()
  await findRow(page, 'Scarf joints').waitFor()
  expect((await ada.call(getLink, { link_id: moved! })).link.link).toBe('http://moved.test/joints')

  await page
    .getByRole('region', { name: 'Actions for the selected links' })
    .getByRole('button', { name: 'Trash' })
    .click()
  await page.getByRole('dialog').getByText('Move 2 links to trash?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Trash' }).click()
  await page.getByText('Broken links were deleted successfully').waitFor()
  await findSection(page, 'Dead').waitFor({ state: 'detached' })
  expect((await ada.call(listTrashedLinks, { page: 1 })).total).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await findRow(page, 'Green roofs').waitFor()
  expect((await ada.call(getLink, { link_id: deleted! })).link.is_trash).toBe(0)

  // It says that it is off, and answers why.
  await page.getByRole('button', { name: 'Check now' }).click({ force: true })
  await page.getByText('This feature is available only once in a day!').waitFor()
})

test('FIND-01 the free plan sees Upgrade to PRO', async () => {
  const page = await sites.env.open(await sites.env.signIn('free'), '/broken')
  await page.getByRole('link', { name: 'Upgrade to PRO' }).waitFor()
  expect(await page.getByRole('button', { name: 'Check now' }).count()).toBe(0)
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Dashboard' })
    .waitFor()
})
