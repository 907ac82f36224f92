import { saveLink, saveLinks } from '@nestmark/contract/links/links'
import { addTags, listTags } from '@nestmark/contract/tags'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

const save = (name: string, tags: string[], category = 4) =>
  ada.call(saveLink, { name, desc: name, link: category === 4 ? '' : 'https://example.org', category, tags })

describe('TAG the tag manager with many tags and on small screens', () => {
  test('TAG-01 the list shows, scrolls, searches, selects and deletes ten thousand tags', async () => {
    await ada.call(addTags, {
      tags: Array.from({ length: 10_000 }, (_, n) => `tag ${String(n).padStart(5, '0')}`),
    })
    const page = await env.open(ada, '/tags')
    await page.getByText('10,000 tags').waitFor()
    await page.getByRole('link', { name: '#tag 00000', exact: true }).focus()
    expect(await page.locator('[data-place]').count()).toBeLessThan(60)
    await page.keyboard.press('End')
    const last = page.getByRole('link', { name: '#tag 09999', exact: true })
    await last.waitFor()
    await expect.poll(() => last.evaluate(element => element === document.activeElement)).toBe(true)
    // A range selection includes rows that were never rendered. After Escape, the next range has no start.
    const bar = page.getByRole('toolbar', { name: 'Selected tags' })
    await page.keyboard.press(' ')
    await bar.getByText('1 selected').waitFor()
    await page.keyboard.press('Home')
    const first = page.getByRole('link', { name: '#tag 00000', exact: true })
    await expect.poll(() => first.evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Shift+ ')
    await bar.getByText('10,000 selected').waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '#tag 00003', exact: true }).focus()
    await page.keyboard.press('Shift+ ')
    await bar.getByText('1 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('777')
    await page.getByText('19 tags found').waitFor()
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('')
    await page.getByText('10,000 tags').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Select' }).click()
    await bar.getByRole('button', { name: 'Select all 10,000' }).click()
    await bar.getByText('10,000 selected').waitFor()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('10,000 tags were deleted successfully').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('10,000 tags are back on their links').waitFor()
    expect((await ada.call(listTags, {})).length).toBe(10_000)
  })

  test('TAG-01 deleting a tag of many links updates the search index in a job, and the page shows its progress and end', async () => {
    const collection = await addCollection(ada, 'Place')
    const link = (n: number) => ({ name: `Link ${n}`, desc: 'x', category: 4, tags: ['big'] })
    for (let n = 0; n < 6; n++)
      await ada.call(saveLinks, {
        links: Array.from({ length: 100 }, (_, at) => link(n * 100 + at)),
        parent: collection,
      })
    const page = await env.open(ada, '/tags')
    await page.getByRole('link', { name: '600 links with #big' }).waitFor()
    await page.getByRole('link', { name: '#big', exact: true }).focus()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Updating search').waitFor()
    await page.getByRole('progressbar', { name: 'Updating search' }).waitFor()
    await page.getByText('Search is up to date').waitFor()
    await page.getByText('No tags found').waitFor()
  })

  test('TAG-01 the list fits on the phone with long and right-to-left names, and reports a failed request', async () => {
    await save('One', ['x'.repeat(32), 'وسوم طويلة جدا', '東京'])
    for (const dark of [false, true]) {
      const page = await env.open(ada, '/tags', { width: 390, height: 844, dark })
      await page.getByRole('link', { name: '#東京', exact: true }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Actions for #東京' }).click()
      await page.getByRole('menuitem', { name: 'Merge into…' }).click()
      await page.getByRole('dialog').getByRole('radio', { name: /x{32}/ }).click()
      await expectAccessible(page)
    }
    const page = await env.open(ada, '/dashboard')
    await page.evaluate(() => localStorage.removeItem('tags'))
    await page.route('**/api/get-all-tags', route => route.abort().catch(() => undefined))
    await page.getByRole('link', { name: /^Tags/ }).first().click()
    await page.getByText('Couldn’t load your tags').waitFor()
    await page.unroute('**/api/get-all-tags')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: '#東京', exact: true }).waitFor()
  })
})
