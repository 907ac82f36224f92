import { getBrokenLinks } from '@nestmark/contract/links/brokenLinks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrokenSites,
  checkAll,
  findRow,
  findSection,
  saveAll,
  selectAction,
  startBrokenSites,
} from './brokenLinksFixture.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { linksFilled } from '../../apps/server/src/test/support/jobs.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findHeading } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  viewports,
} from '../support/testEnvironment.ts'
import { findSmallTargets } from '../support/touchTargets.ts'

let sites: BrokenSites
beforeAll(async () => {
  sites = await startBrokenSites({
    'roofletter.test': 200,
    'nordbygg.test': 200,
    'turath.test': 404,
    'timberdraw.test': 200,
    'nachtzugkarte.test': 'http://karte.test/en/map',
    'karte.test': 200,
    'openheat.test': 200,
    'kissaten.test': 403,
    'moorlaw.test': 401,
    'good.test': 200,
    'silent.test': 200,
  })
})
afterAll(() => sites.close())

/** Fills the library of a new person, and checks it on five days. */
async function createLibrary(): Promise<Person> {
  const { env, answers } = sites
  const ada = await env.signIn('ada', 2)
  const reading = await addCollection(ada, 'Reading pile')
  const timber = await addCollection(ada, 'Turf & timber')
  await saveAll(
    ada,
    Array.from({ length: 7 }, (_, n) => [
      n === 0 ? 'عمارة الطين في شبام: مسح ميداني' : `Survey sheet ${n}`,
      `http://turath.test/shibam/${n}`,
    ]),
  )
  await saveAll(
    ada,
    [
      ['Green roofs are just turf with a marketing budget', 'http://roofletter.test/opinion/green-roofs'],
      ['Turf cutting rights, a short legal history (PDF)', 'http://moorlaw.test/rights.pdf'],
      ['東京の喫茶店をめぐる — 昭和の椅子と珈琲', 'http://kissaten.test/2024/11'],
      ['Night trains of Europe, mapped and timed', 'http://nachtzugkarte.test/'],
      ['A good page', 'http://good.test/'],
    ],
    reading,
  )
  await saveAll(
    ada,
    [
      [
        'A very long working title about reconstructing the north wing of the building museum in 2014',
        'http://nordbygg.test/projects/north-wing-reconstruction-2014',
      ],
      ['Moisture transfer in layered organic walls (preprint)', 'http://openheat.test/0417.pdf'],
      ['Scarf joints, survey sheet 14', 'http://timberdraw.test/sheets/14'],
      ['Festival of slow radio, the posters', 'http://slowradio.test/archive/posters'],
    ],
    timber,
  )
  const days = [
    { 'roofletter.test': 200, 'nordbygg.test': 200, 'timberdraw.test': 200, 'openheat.test': 200 },
    { 'nordbygg.test': 404 },
    { 'roofletter.test': 404, 'timberdraw.test': 'http://karte.test/survey/scarf-joints' },
    {},
    { 'openheat.test': 503 },
  ]
  for (const changes of days) {
    Object.assign(answers, changes)
    await checkAll(env, ada)
  }
  return ada
}

test.each(viewports)('FIND-03 the page at %i px, dark: %s', async (width, dark) => {
  const ada = await createLibrary()
  const page = await sites.env.open(ada, '/broken', { width, dark })
  await findHeading(page, 'Broken links').waitFor()
  await findRow(page, 'Green roofs').waitFor()
  await findSection(page, 'Dead').getByRole('button', { name: '5 more in Dead' }).waitFor()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  if (width < 820) expect(await findSmallTargets(page)).toEqual([])
  await saveScreenshot(page, `broken-${width}-${dark ? 'dark' : 'light'}`)
  await saveScreenshot(page, `broken-${width}-${dark ? 'dark' : 'light'}-full`, true)
})

test('FIND-03 five rows a section, chips for one of them or a collection, and keys', async () => {
  const ada = await createLibrary()
  const page = await sites.env.open(ada, '/broken')
  const dead = findSection(page, 'Dead')
  await dead.getByRole('article').first().waitFor()
  expect(await dead.getByRole('article').count()).toBe(5)
  await page.getByRole('button', { name: 'Dead 10' }).click()
  await findSection(page, 'Moved').waitFor({ state: 'detached' })
  expect(await dead.getByRole('article').count()).toBe(10)
  await page.getByRole('button', { name: 'Dead 10' }).click()
  await page.getByRole('button', { name: 'All collections' }).click()
  await page.getByRole('menuitemradio', { name: 'Reading pile 4' }).click()
  expect(await page.getByRole('main').getByRole('article').count()).toBe(4)
  await page.getByRole('button', { name: 'Reading pile', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'All collections' }).click()

  const rowLink = findRow(page, 'Night trains').getByRole('link', { name: 'Night trains' })
  await rowLink.focus()
  await page.keyboard.press('x')
  await page.getByText('11 selected').waitFor()
  await page.keyboard.press('i')
  await page.getByText('1 link ignored').waitFor()
  await findRow(page, 'Night trains').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Ignored 1' }).click()
  await findSection(page, 'Ignored').getByRole('article').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'All 15' }).click()
  await findRow(page, 'Night trains').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('10 selected').waitFor({ state: 'detached' })
  await findRow(page, 'Scarf joints').getByRole('link', { name: 'Scarf joints' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('e')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Link', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  sites.answers['openheat.test'] = 200
  await selectAction(page, 'Moisture transfer in layered organic walls (preprint)', 'Check this one')
  await page.getByText('This link answers now').waitFor()
  await findSection(page, 'Unsure').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Update all 2 to the new address' }).click()
  await page.getByText('2 links have their new address').waitFor()
  await findSection(page, 'Moved').waitFor({ state: 'detached' })
  expect((await ada.call(getBrokenLinks, {})).filter(link => link.state === 'moved')).toEqual([])
})

test('FIND-03 J enters the list, and the row after one that leaves has the focus', async () => {
  const ada = await createLibrary()
  const page = await sites.env.open(ada, '/broken')
  const rows = page.getByRole('main').getByRole('article')
  const isFocused = async (title: string) =>
    expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('article')?.textContent))
      .toContain(title)
  await rows.first().waitFor()
  const titles = await rows.getByRole('heading').allTextContents()
  await page.keyboard.press('j')
  await isFocused(titles[0]!)
  await page.keyboard.press('i')
  await page.getByText('1 link ignored').waitFor()
  await isFocused(titles[1]!)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: `Move “${titles[1]}” to trash?` })
  await question.getByRole('button', { name: 'Trash' }).press('Enter')
  await page.getByText('Broken links were deleted successfully').waitFor()
  await question.waitFor({ state: 'detached' })
  await isFocused(titles[2]!)
  const update = findRow(page, 'Night trains').getByRole('button', { name: 'Update' })
  await update.press('Enter')
  await page.getByText('1 link has its new address').waitFor()
  await isFocused('Moisture transfer')
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter')
  await findRow(page, 'Night trains').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.getByRole('button', { name: /more in Dead$/ }).press('Enter')
  const dead = findSection(page, 'Dead').getByRole('article')
  await isFocused((await dead.getByRole('heading').nth(5).textContent())!)
})

test('FIND-04 the schedule, a running check, one that stopped, and none broken', async () => {
  const { env } = sites
  const ada = await env.signIn('ada', 2)
  await saveAll(ada, [['A good page', 'http://good.test/']])
  await checkAll(env, ada)
  const page = await env.open(ada, '/broken')
  await page.getByText('No broken links found').waitFor()
  await page.getByText(/^1 link answered\. Last checked/).waitFor()
  await saveScreenshot(page, 'broken-none')
  await page.getByRole('button', { name: 'Check automatically: Never' }).click()
  await page.getByRole('menuitemradio', { name: 'Weekly' }).click()
  await page.getByRole('button', { name: 'Check automatically: Weekly' }).waitFor()
  await env.app.services.db.write(tx =>
    tx
      .updateTable('link_check_runs')
      .set({ finished_at: null, done: 1204, total: 2181 })
      .where('person_id', '=', ada.id)
      .execute(),
  )
  await page.reload()
  await page.getByText('The check stopped at 1,204 of 2,181').waitFor()
  await saveScreenshot(page, 'broken-stopped')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('No broken links found').waitFor()
})

test('FIND-04 a running check shows its progress, stops on request, and goes on', async () => {
  const { env, answers } = sites
  const ada = await env.signIn('ada', 2)
  await saveAll(ada, [
    ['Green roofs', 'http://turath.test/roofs'],
    ['A silent page', 'http://silent.test/'],
  ])
  await linksFilled(env.app)
  const page = await env.open(ada, '/broken')
  answers['silent.test'] = 0
  await page.getByRole('button', { name: 'Check now' }).click()
  const running = findSection(page, 'Checking your links')
  await running.getByText('1 of 2', { exact: true }).waitFor()
  await page.getByText('You can close this page. The list fills in as sites answer.').waitFor()
  await findRow(page, 'Green roofs').getByRole('checkbox', { checked: true }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'broken-running')
  await running.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('The check stopped at 1 of 2').waitFor()
  answers['silent.test'] = 200
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(/^Last checked/).waitFor()
  expect(await page.getByRole('main').getByRole('article').count()).toBe(1)
})

test('FIND-03 without a connection the list stays, and what needs the server is off', async () => {
  const { env } = sites
  const ada = await env.signIn('ada', 2)
  await saveAll(ada, [['Night trains', 'http://nachtzugkarte.test/']])
  await checkAll(env, ada)
  const page = await env.open(ada, '/broken')
  await findRow(page, 'Night trains').waitFor()
  await page.context().setOffline(true)
  await expect.poll(() => page.getByRole('button', { name: 'Update', exact: true }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Check now' }).isDisabled()).toBe(true)
  await findRow(page, 'Night trains').getByText('Moved for good').waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => page.getByRole('button', { name: 'Update', exact: true }).isEnabled()).toBe(true)
})
