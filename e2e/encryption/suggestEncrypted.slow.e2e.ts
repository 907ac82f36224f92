import { listCollectionLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { addSuggestion, listReceivedSuggestions } from '@nestmark/contract/sharing/suggestions'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { encryptFirstLink, findEnterKey, testSecret } from './encryptionFixture.ts'
import { press } from '../support/menuCheck.ts'
import { selectCardAction } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()

const withoutKey =
  '“Papers” is encrypted and you don’t have its key. The server can read your suggestion until the owner approves and encrypts it.'
const withKey =
  '“Papers” is encrypted, but suggestions aren’t. The server can read yours until the owner approves and encrypts it.'

/** Makes an encrypted collection of Ada's, in which everyone may suggest, and opens her page. */
async function setUp(size: { width: number; height: number; dark: boolean }) {
  const ada = await env.signIn('ada', 2)
  const rosa = await env.signIn('rosa')
  const papers = await addCollection(ada, 'Papers')
  await addLink(ada, 'secretive', papers)
  await ada.call(setPermissions, {
    folder_id: papers,
    read: 3,
    write: 0,
    enable_sugg: 1,
    read_members: [rosa.id],
  })
  const page = await env.open(ada, `/c/${papers}`, size)
  await encryptFirstLink(page, 'secretive', 'Papers key')
  return { ada, rosa, papers, page }
}

const suggestFor = (who: Person, parent: string, name: string) =>
  who.call(addSuggestion, { name, link: `https://${name}.example`, category: 3, parent, plain: 1 })

/** Opens the form, and returns its dialog. */
async function openForm(page: Page) {
  await press(page, page.getByRole('button', { name: 'Add a suggestion' }))
  return page.getByRole('dialog')
}

const approve = async (page: Page, name: string) => {
  await page.goto('/suggestions')
  await selectCardAction(page, name, 'Approve')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Links for encrypted collections are encrypted first.').waitFor()
  await press(page, dialog.getByRole('button', { name: 'Approve' }))
}

describe('ENC suggestions for encrypted collections on the page', () => {
  test.each(phoneViewports)(
    'ENC-07 SUG-05 warns a suggester before writing that the suggestion is not encrypted, at %i px, dark: %s',
    async (width, dark) => {
      const size = { width, height: 844, dark }
      const look = `${width}-${dark ? 'dark' : 'light'}`
      const { ada, rosa, papers } = await setUp(size)
      for (const who of [rosa, null]) {
        const page = await env.open(who, `/c/${papers}`, size)
        const dialog = await openForm(page)
        await dialog.getByText('Your suggestion won’t be encrypted').waitFor()
        await dialog.getByText(withoutKey).waitFor()
        await saveScreenshot(page, `suggest-encrypted-choose-${who ? 'member' : 'visitor'}-${look}`)
        await expectAccessible(page)
        await dialog.getByRole('button', { name: /Link/ }).first().click()
        await dialog.getByText(withoutKey).waitFor()
        await dialog.getByRole('textbox', { name: 'Link' }).fill('https://reed.example/roofs')
        await dialog.getByRole('textbox', { name: 'Title' }).fill('Reed roofs')
        await saveScreenshot(page, `suggest-encrypted-form-${who ? 'member' : 'visitor'}-${look}`)
        await expectAccessible(page)
        await expectNoHorizontalScroll(page)
        await dialog.getByRole('button', { name: 'Suggest', exact: true }).click()
        await page.getByText(/Your (link has been suggested|suggestion has been submitted)/).waitFor()
      }
      expect((await ada.call(listReceivedSuggestions, {})).map(each => each.name)).toEqual([
        'Reed roofs',
        'Reed roofs',
      ])
      // The sender sees it in the form of a pending suggestion too.
      const sent = await env.open(rosa, '/suggestions?tab=by_me', size)
      await selectCardAction(sent, 'Reed roofs', 'Edit')
      await sent.getByRole('dialog').getByText(withoutKey).waitFor()
      // A member with the key sees that suggestions are never encrypted.
      const reader = await env.open(rosa, `/c/${papers}`, size)
      await press(reader, findEnterKey(reader))
      await reader.getByLabel('Collection key').fill(testSecret)
      await reader.getByLabel('Collection key').press('Enter')
      await reader.getByText('secretive').first().waitFor()
      const dialog = await openForm(reader)
      await dialog.getByText(withKey).waitFor()
    },
  )

  test('ENC-01 SUG-03 encrypts an approved suggestion before it sends it, and asks for a key that is not here', async () => {
    const { ada, rosa, papers, page } = await setUp({ width: 1440, height: 900, dark: false })
    await suggestFor(rosa, papers, 'reed')
    await suggestFor(rosa, papers, 'sod')
    const encrypted = async () => {
      const { links } = await ada.call(listCollectionLinks, { folder_id: papers })
      return [links.filter(link => link.enc === 1).length, links.map(link => link.name).join()] as const
    }
    const bodies: string[] = []
    page.on('request', request => void bodies.push(`${request.url()} ${request.postData() ?? ''}`))
    await approve(page, 'reed')
    await page.getByText('This suggestion was successfully added').waitFor()
    expect((await encrypted())[0]).toBe(2)
    expect((await encrypted())[1]).not.toContain('reed')
    // It is encrypted by the approval itself.
    expect(bodies.filter(body => body.includes('/api/approve-sugg'))).toHaveLength(1)
    expect(bodies.filter(body => /update-enc|"plain"|reed/.test(body))).toEqual([])
    await page.evaluate(() => sessionStorage.clear())
    await approve(page, 'sod')
    await page.getByRole('dialog', { name: 'Unlock “Papers”' }).waitFor()
    expect((await encrypted())[1]).not.toContain('sod')
    await page.getByLabel('Collection key').fill(testSecret)
    await page.getByLabel('Collection key').press('Enter')
    await page.getByText('This suggestion was successfully added').waitFor()
    expect((await encrypted())[0]).toBe(3)
    expect((await encrypted())[1]).not.toContain('sod')
  })

  test('SUG-08 a suggestion for a collection without a key mentions no encryption', async () => {
    const ada = await env.signIn('ada', 2)
    const turf = await addCollection(ada, 'Turf')
    await ada.call(setPermissions, { folder_id: turf, read: 3, write: 0, enable_sugg: 1 })
    const page = await env.open(null, `/c/${turf}`)
    const dialog = await openForm(page)
    await dialog.getByRole('button', { name: /Link/ }).first().waitFor()
    expect(await dialog.innerText()).not.toContain('encrypted')
  })
})
