import { listCollectionLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import {
  addSuggestion,
  listSentSuggestions,
  listReceivedSuggestions,
} from '@nestmark/contract/sharing/suggestions'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import {
  chooseOption,
  findCard,
  findHeading,
  openCardMenu,
  readOptions,
  selectCardAction,
} from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let rosa: Person
let turf: string
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  rosa = await env.signIn('rosa', 2)
  turf = await addCollection(ada, 'Turf & timber')
  await ada.call(setPermissions, {
    folder_id: turf,
    read: 3,
    write: 0,
    enable_sugg: 1,
    read_members: [rosa.id],
  })
})

const suggest = (name: string) =>
  rosa.call(addSuggestion, {
    name,
    link: `https://slowtimber.example/${encodeURIComponent(name)}`,
    desc: 'Worth a look',
    category: 3,
    tags: ['roof'],
    parent: turf,
  })

describe('SUG suggestions on the page', () => {
  test('SUG-05 a visitor suggests a link, signs up on request, and owns the suggestion after the sign-in', async () => {
    const page = await env.open(null, `/c/${turf}`)
    await page.getByRole('button', { name: 'Add a suggestion' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Link/ }).first().click()
    await dialog.getByRole('button', { name: 'Suggest', exact: true }).click()
    await dialog.getByText('Link is required').waitFor()
    await dialog.getByRole('textbox', { name: 'Link' }).fill('https://reed.example/roofs')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Reed roofs of the coast')
    await dialog.getByRole('textbox', { name: 'Tags' }).fill('reed, coast,')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Suggest', exact: true }).click()
    await dialog
      .getByText(
        'Your suggestion has been submitted. To manage your suggestions or create own collection please login below.',
      )
      .waitFor()
    await expectAccessible(page)
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('suggestions') ?? '[]'))
    expect(stored).toHaveLength(1)
    expect(stored[0].claim).toMatch(/^[\w-]{32}$/)
    expect(await ada.call(listReceivedSuggestions, {})).toMatchObject([
      { name: 'Reed roofs of the coast', from: null, tags: [{ name: 'reed' }, { name: 'coast' }] },
    ])
    const willem = await env.signIn('willem', 2)
    await page.evaluate(token => localStorage.setItem('token', token), willem.token)
    await page.goto('/suggestions?tab=by_me')
    await page.getByText('Reed roofs of the coast').first().waitFor()
    await page.getByText('Pending').first().waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('suggestions'))).toBeNull()
    expect(await willem.call(listSentSuggestions, {})).toHaveLength(1)
  })

  test('SUG-01 SUG-03 SUG-04 the owner views, edits and approves a suggestion; the sender sees its state', async () => {
    await suggest('Sod roof films')
    const page = await env.open(ada, '/dashboard')
    await page.getByRole('link', { name: /Suggestions/ }).click()
    await findHeading(page, 'Suggestion Links').waitFor()
    const card = page.getByRole('article').filter({ hasText: 'Sod roof films' })
    await card.getByText('from rosa').first().waitFor()
    await expectAccessible(page)
    await card.getByRole('link', { name: 'Sod roof films' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Worth a look').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Films of sod roofs')
    await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click()
    await page.getByText('Your suggestion has been updated.').waitFor()

    const reader = await env.open(rosa, '/suggestions?tab=by_me')
    const ownCard = reader.getByRole('article').filter({ hasText: 'Films of sod roofs' })
    await ownCard.getByText('Pending').first().waitFor()
    await openCardMenu(reader, 'Films of sod roofs')
    const readEntries = (of: Page) =>
      of
        .getByRole('menuitem')
        .evaluateAll(items => items.map(item => item.textContent.match(/^[A-Z][a-z]+/)?.[0]))
    expect(await readEntries(reader)).toEqual(['Remove', 'Edit', 'View'])
    await reader.keyboard.press('Escape')

    const edited = page.getByRole('article').filter({ hasText: 'Films of sod roofs' })
    await openCardMenu(page, 'Films of sod roofs')
    expect(await readEntries(page)).toEqual(['Approve', 'Remove', 'Edit', 'View'])
    await page.keyboard.press('Escape')
    await edited.getByRole('link', { name: 'for Turf & timber' }).waitFor()
    await edited.getByRole('button', { name: 'Remove “Films of sod roofs”' }).waitFor()
    await edited.getByRole('link', { name: 'Films of sod roofs' }).focus()
    await page.keyboard.press('r')
    await page.getByRole('dialog').getByText('Remove this suggestion?').waitFor()
    await page.keyboard.press('Escape')
    await edited.getByRole('link', { name: 'Films of sod roofs' }).focus()
    await page.keyboard.press('a')
    await page.getByRole('dialog').getByText('Are you sure you want to approve this suggestion?').waitFor()
    await page.getByText('“Films of sod roofs” will be added to “Turf & timber”.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('This suggestion was successfully added').waitFor()
    await edited.waitFor({ state: 'detached' })
    // A live update shows it without a reload.
    await ownCard.getByText('Approved').first().waitFor()
    const { links } = await ada.call(listCollectionLinks, { folder_id: turf })
    expect(links.map(link => link.name)).toContain('Films of sod roofs')
  })

  test('SUG-02 bulk actions approve suggestions and reject them with a message; switching tabs ends the selection', async () => {
    for (const name of ['First', 'Second', 'Third']) await suggest(name)
    const page = await env.open(ada, '/suggestions')
    const panel = page.getByRole('tabpanel')
    await panel.getByRole('button', { name: 'Select', exact: true }).click()
    await panel.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('dialog').getByText('Choose at least one suggestion').waitFor()
    await page.keyboard.press('Escape')
    expect(await readOptions(panel.getByLabel('Actions', { exact: true }))).toEqual(['Approve', 'Delete'])
    await page.getByRole('tab', { name: /Suggested by me/ }).click()
    await page.getByText('You have not suggested any links').waitFor()
    await page.getByRole('tab', { name: /Suggested to me/ }).click()
    await panel.getByRole('button', { name: 'Select', exact: true }).click()
    const tick = (name: string) => panel.getByRole('checkbox', { name: new RegExp(name) })
    await tick('First').check()
    await tick('Second').check()
    await panel.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('They will be added to “Turf & timber”.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('2 suggestions were successfully added').waitFor()
    await panel.getByRole('button', { name: 'Select', exact: true }).click()
    await tick('Third').check()
    await chooseOption(panel.getByLabel('Actions', { exact: true }), 'Delete')
    await panel.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('We have it already, in the list of films')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await panel.getByText('Third').first().waitFor({ state: 'detached' })
    const reader = await env.open(rosa, '/suggestions?tab=by_me', { width: 390, height: 844 })
    const refused = reader.getByRole('article').filter({ hasText: 'Third' })
    await refused.getByText('Declined').first().waitFor()
    // A long message ends with its card.
    expect(
      await refused.evaluate(card =>
        [...card.querySelectorAll('span')].every(
          part => part.getBoundingClientRect().right <= card.getBoundingClientRect().right,
        ),
      ),
    ).toBe(true)
    await refused.getByRole('link', { name: 'Third' }).click()
    await reader.getByRole('dialog').getByText('“We have it already, in the list of films”').waitFor()
    await expectAccessible(reader)
    await reader.keyboard.press('Escape')
    await reader.getByRole('dialog').waitFor({ state: 'detached' })
    const wide = await reader.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
    await reader.getByRole('tabpanel').getByRole('button', { name: 'Select', exact: true }).click()
    expect(await readOptions(reader.getByLabel('Actions', { exact: true }))).toEqual(['Delete'])
  })

  test('SUG-02 with more than 1,000 suggestions, the selection names the first 1,000', async () => {
    const waiting = (at: number) => ({
      id: `waiting ${at}`,
      collection_id: turf,
      recipient_id: ada.id,
      suggester_id: rosa.id,
      claim_hash: null,
      form: JSON.stringify({ name: `Waiting ${at}`, link: 'https://example.org', category: 3, tags: [] }),
      state: 'pending' as const,
      word: '',
      link_id: null,
      version: 1,
      created_at: at,
      updated_at: at,
      decided_at: null,
    })
    const rows = Array.from({ length: 1001 }, (_, at) => waiting(at))
    await env.app.services.db.write(async tx => {
      for (let at = 0; at < rows.length; at += 500)
        await tx
          .insertInto('suggestions')
          .values(rows.slice(at, at + 500))
          .execute()
    })
    const page = await env.open(ada, '/suggestions')
    const panel = page.getByRole('tabpanel')
    await panel.getByRole('button', { name: 'Select', exact: true }).click()
    await panel.getByRole('button', { name: 'Select the first 1,000', exact: true }).click()
    await panel.getByText('1,000 selected').waitFor()
    await chooseOption(panel.getByLabel('Actions', { exact: true }), 'Delete')
    await panel.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('dialog').getByText('Remove 1,000 suggestions?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await panel.getByText('Waiting 0').first().waitFor()
    await panel.getByRole('button', { name: 'Select', exact: true }).click()
    await panel.getByRole('button', { name: 'Select all', exact: true }).click()
    await chooseOption(panel.getByLabel('Actions', { exact: true }), 'Delete')
    await panel.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No suggested links found').waitFor()
  })

  test('SUG-08 a reader suggests a link on the page of the collection, on the phone', async () => {
    const page = await env.open(rosa, `/c/${turf}`, { width: 390, height: 844 })
    await page.getByRole('button', { name: 'Add a suggestion' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Note/ }).click()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('How sod is cut')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('In May, with a spade.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Suggest', exact: true }).click()
    await page.getByText('Your link has been suggested. Please wait for it to be approved').waitFor()
    const owner = await env.open(ada, `/c/${turf}`)
    await findHeading(owner, 'Turf & timber').waitFor()
    expect(await owner.getByRole('button', { name: 'Add a suggestion' }).count()).toBe(0)
  })

  test('SUG-07 SUG-04 a user on the free plan receives no suggestions, and sees, edits and removes their own', async () => {
    const free = await env.signIn('free')
    for (const name of ['Freely given', 'To be removed'])
      await free.call(addSuggestion, { name, link: 'https://reed.example', category: 3, parent: turf })
    const page = await env.open(free, '/dashboard')
    const requestedUrls: string[] = []
    page.on('request', request => requestedUrls.push(request.url()))
    const lists = () => requestedUrls.filter(url => /suggested-(to|by)-me|count-sugg/.test(url))
    await page.goto('/suggestions')
    await page.getByText('Suggested link is a PRO feature').waitFor()
    expect(await page.getByRole('link', { name: 'Upgrade to PRO' }).last().getAttribute('href')).toBe(
      '/pricing',
    )
    await expectAccessible(page)
    expect(lists()).toEqual([])

    await page.getByRole('tab', { name: /Suggested by me/ }).click()
    const selectAction = async (name: string, action: string) => {
      await findCard(page, name).getByText('Pending').first().waitFor()
      await selectCardAction(page, name, action)
    }
    await selectAction('Freely given', 'Edit')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Given with a better title')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await page.getByText('Your suggestion has been updated.').waitFor()
    await selectAction('To be removed', 'Remove')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('1 suggestion removed').waitFor()
    await page.getByRole('article').filter({ hasText: 'Given with a better title' }).waitFor()
    expect((await free.call(listSentSuggestions, {})).map(each => each.name)).toEqual([
      'Given with a better title',
    ])
    expect(lists().filter(url => !url.includes('suggested-by-me'))).toEqual([])

    // The plan changes and the page reads the lists.
    await page.getByRole('tab', { name: /Suggested to me/ }).click()
    await page.getByText('Suggested link is a PRO feature').waitFor()
    await env.app.services.db.write(tx =>
      tx.updateTable('people').set({ plan: 2 }).where('id', '=', free.id).execute(),
    )
    env.app.services.events.publish({ ownerId: free.id, by: null, topics: ['profile'] })
    await page.getByText('No suggested links found').waitFor()
    await page.getByText('Share your collections to receive suggestions').waitFor()
  })
})
