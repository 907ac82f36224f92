import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { encryptFirstLink, fillNewKey, clearKeys } from './encryptionFixture.ts'
import { findCard, selectCardAction } from '../support/pageElements.ts'
import { useEnvironment } from '../support/testEnvironment.ts'
import { findSmallTargets } from '../support/touchTargets.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

describe('ENC what the page shows of encryption', () => {
  test('ENC-01 the tree marks an encrypted collection, and the bar counts all links of the collection', async () => {
    const papers = await addCollection(ada, 'Papers')
    for (const title of ['one', 'two', 'three']) await addLink(ada, title, papers)
    const page = await env.open(ada, `/c/${papers}`)
    const row = page.getByRole('treeitem', { name: 'Papers' })
    await row.waitFor()
    expect(await row.getByText('Encrypted').count()).toBe(0)
    await encryptFirstLink(page, 'one', 'Papers key')
    await row.getByText('Encrypted').waitFor()
    await clearKeys(page)
    await page.getByText('1 of 3 links is locked').waitFor()
  })

  test('ENC-02 all buttons of the download are on the screen at 320 px, with a long name', async () => {
    const name = 'LongCollectionName'.repeat(3).slice(0, 50)
    const papers = await addCollection(ada, name)
    await addLink(ada, 'one', papers)
    const page = await env.open(ada, `/c/${papers}`, { width: 320, height: 568 })
    await selectCardAction(page, 'one', 'Encrypt')
    await fillNewKey(page.getByRole('dialog', { name: 'Encrypt 1 link' }), 'Papers key')
    const dialog = page.getByRole('dialog', { name: 'Download your key' })
    await dialog.getByRole('button', { name: 'Download key' }).click()
    await dialog.getByRole('button', { name: 'Encrypt now' }).waitFor()
    const outside = await dialog.evaluate(element =>
      [...element.querySelectorAll('button, label')]
        .filter(each => {
          const { left, right, bottom } = each.getBoundingClientRect()
          return left < 0 || right > innerWidth || bottom > innerHeight
        })
        .map(each => each.textContent),
    )
    expect(outside).toEqual([])
  })

  test('ENC-11 a row of a locked link has a button that unlocks it', async () => {
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'one', papers)
    const page = await env.open(ada, `/c/${papers}`)
    await encryptFirstLink(page, 'one', 'Papers key')
    await page.getByRole('radio', { name: 'List' }).click()
    expect(await findCard(page, 'one').getByRole('button', { name: 'Unlock' }).count()).toBe(0)
    await clearKeys(page)
    const row = findCard(page, 'Encrypted')
    await row.hover()
    await row.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('dialog', { name: 'Unlock “Papers”' }).waitFor()
  })

  test('WCAG 2.5.5 all controls of the dialog that encrypts are large enough for a finger', async () => {
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'one', papers)
    const page = await env.open(ada, `/c/${papers}`, { width: 390, height: 844 })
    await selectCardAction(page, 'one', 'Encrypt')
    const dialog = page.getByRole('dialog', { name: 'Encrypt 1 link' })
    await dialog.getByRole('button', { name: 'Generate strong key' }).click()
    expect(await findSmallTargets(page)).toEqual([])
    await dialog.getByText('What stays readable').click()
    expect(await findSmallTargets(page)).toEqual([])
  })

  test('ENC-12 the menu of a key opens the list of people who can get it', async () => {
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'one', papers)
    const page = await env.open(ada, `/c/${papers}`)
    await encryptFirstLink(page, 'one', 'Papers key')
    await page.goto('/settings/?tab=encryption')
    await page.getByRole('button', { name: 'Actions for “Papers key”' }).click()
    await page.getByRole('menuitem', { name: 'Give to a member' }).click()
    await page.getByRole('dialog', { name: 'Who can read “Papers”' }).waitFor()
  })
})
