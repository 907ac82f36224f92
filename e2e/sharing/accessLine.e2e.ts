import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, shareCollection } from '../support/collectionFixture.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let willem: Person
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  willem = await env.signIn('willem', 2)
})

describe('the line of access under the name of a collection', () => {
  /** Opens a collection and returns its line of access, '' for none. */
  async function readLine(person: Person | null, collection: string, name: string, width = 1440) {
    const page = await env.open(person, `/c/${collection}`, { width, height: 844 })
    await findHeading(page, name).waitFor()
    const line = page.locator('main p').filter({ hasText: /^(Shared by|Collected by)/ })
    return { page, text: () => line.allInnerTexts() }
  }

  test('SHR-07 a reader sees who shares it and that they can read it, and a writer that they can write', async () => {
    const pile = await addCollection(ada, 'Reading pile')
    const inner = await addCollection(ada, 'Inner', pile)
    await shareCollection(ada, pile, 'read', willem)
    const { page, text } = await readLine(willem, inner, 'Inner', 390)
    await expect.poll(text).toEqual(['Shared by ada · you can read'])
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, 'access-read')
    await shareCollection(ada, pile, 'write', willem)
    await expect.poll(text).toEqual(['Shared by ada · you can write'])
  })

  test.each([1440, 390])(
    'COL-13 a member reaches the shared collections above, and none that is not shared, %i px',
    async width => {
      const hidden = await addCollection(ada, 'Not shared')
      const pile = await addCollection(ada, 'Shared pile', hidden)
      const inner = await addCollection(ada, 'Inside', pile)
      await shareCollection(ada, pile, 'write', willem)
      const { page } = await readLine(willem, inner, 'Inside', width)
      expect(await page.getByText('Not shared').count()).toBe(0)
      if (width === 1440) {
        const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
        expect((await breadcrumb.innerText()).split('\n')).toEqual([
          'Dashboard',
          'Shared collections (with write access)',
          'Shared pile',
          'Inside',
        ])
        await breadcrumb.getByText('Shared pile').click()
      } else await page.getByRole('link', { name: 'Back' }).tap()
      await findHeading(page, 'Shared pile').waitFor()
      if (width === 1440)
        await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('(with write').click()
      else await page.getByRole('link', { name: 'Back' }).tap()
      await findHeading(page, 'Shared Collections').waitFor()
    },
  )

  test('SHR-07 a visitor sees that it is public, and its owner sees no line', async () => {
    const pile = await addCollection(ada, 'Open pile')
    await ada.call(setPermissions, { folder_id: pile, read: 3, write: 0 })
    const visitor = await readLine(null, pile, 'Open pile')
    await expect.poll(visitor.text).toEqual([expect.stringMatching(/Collected by\s+ada/)])
    await visitor.page.getByText('Anyone can read', { exact: true }).waitFor()
    await saveScreenshot(visitor.page, 'access-public')
    expect(await (await readLine(ada, pile, 'Open pile')).text()).toEqual([])
  })

  test.each([1440, 390])(
    'SHR-07 the owner sees on cards, in the tree and on the page with whom they share a collection, %i px',
    async width => {
      // The newest is the first of the list; others may be below the window.
      env.app.clock.now += 1000
      const team = await addCollection(ada, `Team ${width}`)
      const inner = await addCollection(ada, `Inner ${width}`, team)
      await shareCollection(ada, team, 'read', willem)
      const press = (target: Locator) => (width === 390 ? target.tap() : target.click())
      const page = await env.open(ada, '/collections', { width, height: 844 })
      const card = findCard(page, `Team ${width}`)
      await card.getByText('Shared with 1 person').waitFor()
      if (width === 390) await page.getByRole('navigation', { name: 'Main' }).getByText('Collections').tap()
      const row = page.getByRole('tree').getByRole('treeitem', { name: `Team ${width}` })
      await row.getByText('Shared with 1 person').waitFor()
      await saveScreenshot(page, `sharing-tree-${width}`)
      await page.goto(`/c/${team}`)
      await press(page.getByRole('main').getByRole('button', { name: 'Shared with 1 person' }))
      await page.getByRole('dialog').getByText(willem.email, { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await page.goto(`/c/${inner}`)
      const chip = page.getByRole('main').getByRole('button', { name: `Shared through Team ${width}` })
      await chip.waitFor()
      await page.goto(`/c/${team}`)
      const name = page.getByRole('article').getByRole('link', { name: `Inner ${width}` })
      // The mark leaves space for the name.
      expect(await name.evaluate(link => link.scrollWidth - link.clientWidth)).toBeLessThan(3)
      await page.goto(`/c/${inner}`)
      await chip.waitFor()
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await saveScreenshot(page, `sharing-inherited-${width}`)
      // The open page follows a change that another device makes.
      await ada.call(setPermissions, { folder_id: team, read: 3, write: 0 })
      await page
        .getByRole('main')
        .getByRole('button', { name: `Public through Team ${width}` })
        .waitFor()
      const actions = page.getByRole('button', { name: `Actions for Inner ${width}` })
      await press(actions.first())
      await page.getByRole('menuitem', { name: 'Feed', exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await ada.call(setPermissions, { folder_id: team, read: 0, write: 0 })
      await expect.poll(() => page.getByText(/through Team/).count()).toBe(0)
    },
  )
})
