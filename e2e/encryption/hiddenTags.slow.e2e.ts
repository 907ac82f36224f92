import { getCollection, updateCollection } from '@nestmark/contract/collections'
import { getFolderKeys, updateEnc } from '@nestmark/contract/encryption/encryption'
import { getLink, saveLink } from '@nestmark/contract/links/links'
import { listTags } from '@nestmark/contract/tags'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { giveKey, sealLink } from '../../apps/server/src/features/encryption/fixture.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { downloadNewKey, fillNewKey, openWithKey } from './encryptionFixture.ts'
import { findCard, findHeading, selectCardAction } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let papers: string
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  papers = await addCollection(ada, 'Papers')
})

const option = /^Keep tags inside the encryption/
const read = async (link_id: string) => (await ada.call(getLink, { link_id })).link!

/** Opens the menu of the collection whose page is open, and selects an action. */
async function selectAction(page: Page, action: string): Promise<void> {
  await findHeading(page, 'Papers').waitFor()
  await page
    .getByRole('button', { name: /actions for/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function expectFound(page: Page, word: string, title: string): Promise<void> {
  await page.goto(`/search/?q=${word}&type=everything`)
  await findCard(page, title).waitFor()
}

const width = 390

describe('ENC-12 tags inside the encryption, on the phone', () => {
  test('ENC-12 E02 the user encrypts a collection with the option: no tags on the server, and the search finds their words', async () => {
    const id = await addLink(ada, 'secretive', papers, { tags: ['quetzal', 'two words'], desc: 'Text' })
    const page = await env.open(ada, `/c/${papers}`, { width })
    await selectAction(page, 'Encrypt collection')
    const dialog = page.getByRole('dialog', { name: 'Encrypt “Papers”' })
    await dialog.getByText('Tags, categories, favourites and dates').waitFor()
    await dialog.getByRole('checkbox', { name: option }).check()
    await dialog.getByText('Categories, favourites and dates', { exact: true }).waitFor()
    expect(await dialog.getByText('Tags, categories').count()).toBe(0)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `tags-encrypt-${width}`)
    await fillNewKey(dialog, 'Papers key')
    await downloadNewKey(page)
    await page.getByText('Link encrypted successfully').waitFor()
    expect(await read(id)).toMatchObject({ enc: 1, tags: [] })
    expect((await ada.call(getCollection, { folder_id: papers })).folder.hide_tags).toBe(1)
    expect(await ada.call(listTags, {})).toMatchObject([{ links_count: 0 }, { links_count: 0 }])
    await expectFound(page, 'quetzal', 'secretive')
    await expectFound(page, 'two-words', 'secretive')
  })

  test('ENC-12 forms of encrypted links have no field for tags, and say why', async () => {
    const key = await giveKey(ada, papers)
    await ada.call(updateCollection, { folder_id: papers, hide_tags: 1 })
    const id = await addLink(ada, 'secretive', papers)
    await ada.call(updateEnc, {
      links: [
        await sealLink(key, id, { name: 'secretive', desc: 'Text', link: 'https://example.org/secretive' }),
      ],
    })
    const page = await env.open(ada, '/dashboard', { width })
    await openWithKey(page, `/c/${papers}`, { raw: key.raw, parent: papers })
    await findCard(page, 'secretive').waitFor()
    await selectCardAction(page, 'secretive', /^Tags?$|tag/i)
    const tagging = page.getByRole('dialog')
    await tagging.getByText('Its collection keeps tags inside the encryption.').waitFor()
    expect(await tagging.getByRole('combobox').count()).toBe(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await selectCardAction(page, 'secretive', 'Edit')
    const form = page.getByRole('dialog')
    await form.getByText('Tags stay inside the encryption here.').waitFor()
    expect(await form.getByRole('combobox', { name: 'Tags' }).count()).toBe(0)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `tags-form-${width}`)
    await form.getByRole('textbox', { name: 'Description' }).fill('Text #later')
    await form.getByRole('button', { name: 'Update' }).click()
    await page.getByText('Link was updated successfully').waitFor()
    expect(await read(id)).toMatchObject({ enc: 1, tags: [] })
    await expectFound(page, 'later', 'secretive')
  })

  test('ENC-12 switched on for a collection with encrypted links, their tags move inside', async () => {
    const key = await giveKey(ada, papers)
    const ids: string[] = []
    for (const name of ['first', 'second']) {
      const { _id } = await ada.call(saveLink, {
        name,
        link: `https://example.org/${name}`,
        category: 3,
        parent: papers,
        plain: 1,
        tags: ['quetzal'],
      })
      await ada.call(updateEnc, { links: [await sealLink(key, _id, { name, desc: 'Text' })] })
      ids.push(_id)
    }
    const page = await env.open(ada, `/c/${papers}`, { width })
    await selectAction(page, 'Edit')
    const locked = page.getByRole('dialog').getByRole('checkbox', { name: option })
    await page.getByText('Unlock the collection to change this.').waitFor()
    expect(await locked.isDisabled()).toBe(true)
    await openWithKey(page, `/c/${papers}`, { raw: key.raw, parent: papers })
    await findCard(page, 'first').waitFor()
    await selectAction(page, 'Edit')
    const form = page.getByRole('dialog')
    await form.getByRole('checkbox', { name: option }).check()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `tags-option-${width}`)
    await form.getByRole('button', { name: 'Update' }).click()
    await page.getByText('The tags are inside the encryption').waitFor()
    for (const id of ids) expect(await read(id)).toMatchObject({ enc: 1, tags: [] })
    await expectFound(page, 'quetzal', 'second')
  })

  test('ENC-12 the page shows links that have tags left, and Continue moves these inside', async () => {
    const key = await giveKey(ada, papers)
    const id = await addLink(ada, 'first', papers, { tags: ['quetzal'] })
    await ada.call(updateEnc, { links: [await sealLink(key, id, { name: 'first', desc: 'Text' })] })
    await ada.call(updateCollection, { folder_id: papers, hide_tags: 1 })
    const page = await env.open(ada, '/dashboard', { width })
    await openWithKey(page, `/c/${papers}`, { raw: key.raw, parent: papers })
    const bar = page.getByRole('region', { name: option })
    await bar.getByText('1 encrypted link still has readable tags').waitFor()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `tags-left-${width}`)
    await bar.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The tags are inside the encryption').waitFor()
    await expect.poll(() => bar.count()).toBe(0)
    expect((await read(id)).tags).toEqual([])
    expect(await ada.call(getFolderKeys, { folder_id: papers })).toMatchObject({ tagged: 0 })
  })
})
