import { listCollectionLinks } from '@nestmark/contract/links/links'
import { beforeEach, describe, expect, test } from 'vitest'
import { giveKey, openLink, type TestKey } from '../../apps/server/src/features/encryption/fixture.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { openWithKey } from './encryptionFixture.ts'
import { findCard, openLinkForm } from '../support/pageElements.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let papers: string
let key: TestKey
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  papers = await addCollection(ada, 'Papers')
  key = await giveKey(ada, papers)
})

describe('E09 repeated saves of the page', () => {
  test('ENC-07 the page saves a form that changed after a lost answer as an update of the link', async () => {
    await addLink(ada, 'first', papers)
    const page = await env.open(ada, '/dashboard')
    await openWithKey(page, `/c/${papers}`, { raw: key.raw, parent: papers })
    await findCard(page, 'first').waitFor()
    // The server saves the link; its answer is an error of the network between.
    await page.route('**/api/save-enc-link', async route => {
      await route.fetch()
      await route.fulfill({ status: 500, body: '{"status":500,"message":"Lost","data":null}' })
    })
    const form = await openLinkForm(page, 4)
    await form.getByRole('textbox', { name: 'Title' }).fill('First words')
    await form.getByRole('textbox', { name: 'Description' }).fill('What nobody else should read')
    const answered = page.waitForResponse('**/api/save-enc-link')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await answered
    await expect.poll(async () => (await ada.call(listCollectionLinks, { folder_id: papers })).total).toBe(2)
    await page.unroute('**/api/save-enc-link')
    await form.getByRole('textbox', { name: 'Title' }).fill('Second words')
    await form.getByRole('button', { name: /^(Save|Retry)$/ }).click()
    await findCard(page, 'Second words').getByRole('img', { name: 'Encrypted, open here' }).waitFor()
    const { links } = await ada.call(listCollectionLinks, { folder_id: papers })
    expect(links).toHaveLength(2)
    const saved = links.find(link => link.enc === 1)!
    expect(await openLink(key, saved)).toMatchObject({ name: 'Second words' })
  })
})
