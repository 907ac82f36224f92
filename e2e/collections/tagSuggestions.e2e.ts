import { getLink, saveLink } from '@nestmark/contract/links/links'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { openLinkForm } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

const save = (name: string, tags: string[], category = 4) =>
  ada.call(saveLink, { name, desc: name, link: category === 4 ? '' : 'https://example.org', category, tags })
const readTags = async (id: string) =>
  (await ada.call(getLink, { link_id: id })).link.tags.map(tag => tag.name)
/** Saves links of one site with the same tags. */
async function saveMaps(): Promise<void> {
  for (const n of [1, 2])
    await ada.call(saveLink, {
      name: `Map ${n}`,
      link: `https://maps.example.org/${n}`,
      category: 3,
      tags: ['cartography', 'paper'],
    })
}

describe('TAG-06 tag suggestions for a link', () => {
  test('TAG-06 the form suggests tags for the address and for typed text, and the keyboard selects them', async () => {
    await saveMaps()
    await save('Note', ['harbours', 'habits'])
    const page = await env.open(ada, '/dashboard')
    await page.route('**/api/scrape-link', route =>
      route.fulfill({
        json: {
          status: 200,
          message: 'OK',
          data: {
            title: 'Old harbours',
            description: '',
            image: '',
            url: 'https://maps.example.org/new',
            keywords: ['Docks'],
          },
        },
      }),
    )
    await page.keyboard.press('Control+l')
    await page.getByRole('dialog').getByRole('button', { name: /Link/ }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Link' }).fill('https://maps.example.org/new')
    await dialog.getByRole('button', { name: 'Add #cartography' }).waitFor()
    await dialog.getByRole('button', { name: 'Add #harbours' }).waitFor()
    await dialog.getByRole('button', { name: 'Add #Docks' }).waitFor()
    await expectAccessible(page)
    const field = dialog.getByRole('combobox', { name: 'Tags' })
    await field.focus()
    // The arrow key opens the suggestions for the address.
    await field.press('ArrowDown')
    await page.getByRole('option', { name: /cartography/ }).waitFor()
    await field.press('Escape')
    await field.pressSequentially('hab')
    await page.getByRole('option', { name: '#habits' }).waitFor()
    await field.press('ArrowDown')
    await field.press('Enter')
    await dialog.getByRole('button', { name: 'Remove #habits' }).waitFor()
    await field.pressSequentially('doc')
    await page.getByRole('option', { name: '+ Docks' }).waitFor()
    await field.press('ArrowDown')
    await field.press('Enter')
    // The pressed button disappears. The one beside it gets the focus, and after the last one the field.
    for (const name of ['paper', 'cartography', 'harbours']) {
      await dialog.getByRole('button', { name: `Add #${name}` }).press('Enter')
      await dialog.getByRole('button', { name: `Remove #${name}` }).waitFor()
      const focus = await page.evaluate(
        () => document.activeElement!.ariaLabel ?? document.activeElement!.role,
      )
      expect(focus).toMatch(name === 'harbours' ? 'combobox' : /^Add #/)
    }
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Link was added successfully').waitFor()
    const { rows } = await sql<{ id: string }>`select id from links where owner_id = ${ada.id}
      order by seq desc limit 1`.execute(env.app.services.db.read)
    expect(await readTags(rows[0]!.id)).toEqual(['habits', 'Docks', 'paper', 'cartography', 'harbours'])
  })

  test('TAG-06 after a tap on the last suggestion, the new tag has the focus', async () => {
    await saveMaps()
    const page = await env.open(ada, '/dashboard', { width: 390 })
    await page.getByText('Recent links').waitFor()
    const dialog = await openLinkForm(page, 3)
    await dialog.getByRole('textbox', { name: 'Link' }).fill('https://maps.example.org/other')
    for (const name of ['paper', 'cartography'])
      await dialog.getByRole('button', { name: `Add #${name}` }).tap()
    await expect
      .poll(() => page.evaluate(() => document.activeElement!.ariaLabel))
      .toBe('Remove #cartography')
  })
})
