import { trashLinks } from '@nestmark/contract/links'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCollection, addLink } from './collectionFixture.ts'
import { downloadNewKey, fillNewKey } from './encryptionFixture.ts'
import { press } from './menuCheck.ts'
import { findCard } from './pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
  viewports,
} from './testEnvironment.ts'

let env: TestEnvironment
beforeAll(async () => {
  env = await startEnvironment()
})
afterAll(() => env.close())

describe('SRCH the filter of an encrypted collection', () => {
  test.each(viewports)(
    'SRCH-01 the filter and the order say what they cannot do, and lead to the search, at %i px, dark: %s',
    async (width, dark) => {
      const look = `${width}-${dark ? 'dark' : 'light'}`
      const ada = await env.signIn('ada', 2)
      const papers = await addCollection(ada, 'Papers to cite')
      for (const title of ['turf roofs', 'turf walls']) await addLink(ada, title, papers)
      const trashed = await addLink(ada, 'thrown away', papers)
      const page = await env.open(ada, `/c/${papers}`, { width, height: width < 820 ? 844 : 900, dark })
      await page.getByRole('article').first().waitFor()
      await press(page, page.getByRole('button', { name: /actions for papers/i }).first())
      await press(page, page.getByRole('menuitem', { name: 'Encrypt collection' }))
      await fillNewKey(page.getByRole('dialog'), 'Papers key')
      await downloadNewKey(page)
      await page.getByText('3 Links encrypted successfully').waitFor()
      await ada.call(trashLinks, { linkIdArr: [trashed], isTrash: 1 })
      await addLink(ada, 'turf in clear', papers)

      // Without a filter nothing is said. The link in the trash does not count.
      await page.goto(`/c/${papers}`)
      await findCard(page, 'turf in clear').waitFor()
      expect(await page.getByText('not searched').count()).toBe(0)
      await page.goto(`/c/${papers}?q=turf`)
      await findCard(page, 'turf in clear').waitFor()
      await page.getByText('2 encrypted links were not searched').waitFor()
      expect(await page.getByRole('article').count()).toBe(1)
      await saveScreenshot(page, `filter-encrypted-${look}`)
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await press(page, page.getByRole('link', { name: 'Search them too' }))
      await findCard(page, 'turf walls').waitFor()
      await findCard(page, 'turf in clear').waitFor()
      expect(new URL(page.url()).searchParams.get('q')).toBe('turf in:"Papers to cite"')

      await page.goto(`/c/${papers}?sort=title`)
      await findCard(page, 'turf walls').waitFor()
      await page.getByText('Encrypted links stay together').waitFor()
      await saveScreenshot(page, `sort-encrypted-${look}`)
      await expectAccessible(page)
      await page.goto(`/c/${papers}`)
      await findCard(page, 'turf walls').waitFor()
      expect(await page.getByText('Encrypted links stay together').count()).toBe(0)
    },
  )

  test('SRCH-01 collections without encrypted links say nothing about them', async () => {
    const ada = await env.signIn('ada', 2)
    const turf = await addCollection(ada, 'Turf')
    await addLink(ada, 'turf roofs', turf)
    const page = await env.open(ada, `/c/${turf}?q=turf&sort=title`)
    await findCard(page, 'turf roofs').waitFor()
    expect(await page.getByText(/encrypted links/i).count()).toBe(0)
  })
})
