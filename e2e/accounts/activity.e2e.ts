import { getCollection, updateCollection } from '@nestmark/contract/collections'
import {
  getLink,
  moveLinks,
  saveLink,
  tagLinks,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import { getUserData } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, openMailServer } from '../../apps/server/src/email/mailServer.testing.ts'
import { createUnsubscribeKey } from '../../apps/server/src/features/notifications/unsubscribeKey.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findHeading } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import {
  expectAccessible,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
  viewports,
} from '../support/testEnvironment.ts'

let env: TestEnvironment
let mailServer: MailServer
let ada: Person
let willem: Person
let rosa: Person
let turf: string
beforeAll(async () => {
  mailServer = await openMailServer()
  env = await startEnvironment({ smtpUrl: `${mailServer.url}?from=nest@example.org` })
  ada = await env.signIn('ada', 2)
  willem = await env.signIn('willem')
  rosa = await env.signIn('rosa')
  turf = await addCollection(ada, 'Turf & timber')
  await ada.call(setPermissions, {
    folder_id: turf,
    read: 1,
    write: 1,
    read_members: [rosa.id],
    write_members: [willem.id],
  })
  const save = (name: string) => willem.call(saveLink, { name, desc: 'A note', category: 4, parent: turf })
  // The entries are from the day before yesterday, yesterday and today.
  const today = env.app.clock.now
  env.app.clock.now = today - 2 * 86_400_000
  const visit = await addCollection(willem, 'Site visit', turf)
  const [sods] = [await save('Sods'), await save('Reeds')]
  env.app.clock.now = today - 86_400_000
  await willem.call(updateLink, { link_id: sods._id, name: 'Sods & strips' })
  await ada.call(moveLinks, { links: [sods._id], move_to: visit })
  env.app.clock.now = today
  const removed = await save('Old price list of the sawmill')
  await willem.call(trashLinks, { linkIdArr: [removed._id] })
})
afterAll(async () => {
  await env.close()
  await mailServer.close()
})

/** Opens the activity list of the collection whose page is open. */
async function openActivity(page: Page, collection: string): Promise<void> {
  await findHeading(page, collection).waitFor()
  await page
    .getByRole('button', { name: `Actions for ${collection}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Activity' }).click()
}
/** Opens the activity list of the collection "Turf & timber". */
async function openTurfActivity(page: Page): Promise<void> {
  await openActivity(page, 'Turf & timber')
  await page.getByRole('dialog').getByText('removed', { exact: false }).first().waitFor()
}
const readEntries = (page: Page) => page.getByRole('dialog').getByRole('listitem').allInnerTexts()

describe('SHR the activity list of a shared collection', () => {
  test.each(viewports)(
    'SHR-08 the owner sees the actions of all members by day; %i px, dark: %s',
    async (width, dark) => {
      const page = await env.open(ada, `/c/${turf}`, { width, dark, height: 900 })
      await openTurfActivity(page)
      const dialog = page.getByRole('dialog')
      expect(await dialog.getByRole('heading', { level: 3 }).allInnerTexts()).toHaveLength(3)
      await dialog.getByRole('heading', { name: 'Today' }).waitFor()
      await dialog.getByRole('heading', { name: 'Yesterday' }).waitFor()
      expect((await readEntries(page)).map(text => text.replace(/\s+/g, ' '))).toEqual([
        expect.stringContaining('willem removed “Old price list of the sawmill”'),
        expect.stringContaining('willem added “Old price list of the sawmill”'),
        expect.stringContaining('You moved “Sods & strips” from “Turf & timber” to “Site visit”'),
        expect.stringContaining('willem changed “Sods & strips”'),
        expect.stringContaining('willem added 2 links: “Sods & strips”, “Reeds”'),
        expect.stringContaining('willem added the collection “Site visit”'),
      ])
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await saveScreenshot(page, `activity-${width}-${dark ? 'dark' : 'light'}`)
    },
  )

  test('SHR-08 a reader sees the list without Undo and without the names of removed links', async () => {
    const page = await env.open(rosa, `/c/${turf}`)
    await openTurfActivity(page)
    const texts = (await readEntries(page)).join('\n')
    expect(texts).toContain('removed a link')
    expect(texts).not.toContain('sawmill')
    expect(await page.getByRole('dialog').getByRole('button', { name: /Undo/ }).count()).toBe(0)
    await page.getByRole('dialog').getByRole('link', { name: '“Reeds”' }).click()
    await page.getByRole('heading', { name: 'Reeds' }).first().waitFor()
  })

  test('SHR-08 visitors and users without membership have no list', async () => {
    const open = await addCollection(ada, 'For all')
    await ada.call(setPermissions, { folder_id: open, read: 3, write: 0 })
    for (const user of [null, await env.signIn('xaver')]) {
      const page = await env.open(user, `/c/${open}`)
      await findHeading(page, 'For all').waitFor()
      await page.getByRole('button', { name: 'Follow by feed' }).click()
      await page.getByRole('menuitem', { name: 'Copy feed address', exact: true }).waitFor()
      expect(await page.getByText('Activity').count()).toBe(0)
    }
  })

  test('SHR-08 the owner undoes a removal by a member with the keyboard', async () => {
    const page = await env.open(ada, `/c/${turf}`)
    await openTurfActivity(page)
    const undo = page.getByRole('button', { name: 'Undo: willem removed “Old price list of the sawmill”' })
    await undo.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Undone by ada').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement!.closest('li')?.textContent ?? ''))
      .toContain('Undone by ada')
    await page.getByText('Undone: “Old price list of the sawmill” restored').waitFor()
    await expect.poll(() => undo.count()).toBe(0)
    await page.keyboard.press('Escape')
    await page
      .getByRole('article', { name: /Old price list/ })
      .or(page.getByText('Old price list of the sawmill'))
      .first()
      .waitFor()
  })

  test('SHR-08 C06 undoing an addition trashes the links; undoing an edit that another one followed shows both', async () => {
    const barn = await addCollection(ada, 'Barn', turf)
    const save = (name: string) => willem.call(saveLink, { name, desc: 'A note', category: 4, parent: barn })
    const [boards] = [await save('Boards'), await save('Nails')]
    await willem.call(updateLink, { link_id: boards._id, name: 'Boards of pine' })
    await ada.call(tagLinks, { links: [boards._id], added_tags_name: ['pine'] })
    await willem.call(updateCollection, { folder_id: barn, name: 'Byre', desc: '' })
    const page = await env.open(ada, `/c/${barn}`, { height: 900 })
    await openActivity(page, 'Byre')
    const list = page.getByRole('dialog', { name: /Activity/ })
    await list.getByRole('button', { name: /Undo: willem changed “Boards of pine”/ }).click()
    const form = page.getByRole('dialog', { name: 'Edit Link' })
    await form.getByText('This link has changed since then').waitFor()
    expect(await form.getByRole('group').allInnerTexts()).toEqual([
      expect.stringMatching(/Title\s+Before\s+Boards\s+Now\s+Boards of pine/),
      expect.stringMatching(/Tags\s+Before\s+empty\s+Now\s+#pine/),
    ])
    await expectAccessible(page)
    await saveScreenshot(page, 'undo-both')
    await form.getByRole('group', { name: 'Tags' }).getByRole('radio', { name: /Now/ }).check()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Link was updated successfully').waitFor()
    const { name, tags } = (await ada.call(getLink, { link_id: boards._id })).link
    expect([name, tags.map(tag => tag.name)]).toEqual(['Boards', ['pine']])

    await list.getByRole('button', { name: /Undo: willem changed the name/ }).click()
    await list.getByText('Undone by ada').waitFor()
    await page.getByText('Undone: previous name and description of “Byre” restored').waitFor()
    await list.getByRole('button', { name: /Undo: willem added 2 links/ }).click()
    await page.getByText('Undone: 2 links moved to the trash').waitFor()
    await expect
      .poll(async () => (await ada.call(getCollection, { folder_id: barn })).folder)
      .toMatchObject({ name: 'Barn', links_count: 0 })
  })

  test('SHR-08 C06 undoing the move of a link with a later edit shows both versions and saves the selected one', async () => {
    const [attic, cellar] = [
      await addCollection(ada, 'Attic', turf),
      await addCollection(ada, 'Cellar', turf),
    ]
    const saved = await willem.call(saveLink, { name: 'Beam', desc: 'A note', category: 4, parent: attic })
    await willem.call(updateLink, { link_id: saved._id, name: 'Beam of oak', parent: cellar })
    await ada.call(updateLink, { link_id: saved._id, desc: 'A note on wood' })
    const page = await env.open(ada, `/c/${cellar}`, { width: 390, height: 900 })
    await openActivity(page, 'Cellar')
    await page.getByRole('button', { name: /Undo: willem moved “Beam of oak”/ }).click()
    const form = page.getByRole('dialog', { name: 'Edit Link' })
    await form.getByText('This link has changed since then').waitFor()
    expect(await form.getByRole('group').allInnerTexts()).toEqual([
      expect.stringMatching(/Title\s+Before\s+Beam\s+Now\s+Beam of oak/),
      expect.stringMatching(/Description\s+Before\s+A note\s+Now\s+A note on wood/),
      expect.stringMatching(/Collection\s+Before\s+Attic\s+Now\s+Cellar/),
    ])
    await saveScreenshot(page, 'undo-move-both')
    await form.getByRole('group', { name: 'Description' }).getByRole('radio', { name: /Now/ }).check()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Link was updated successfully').waitFor()
    const { name, desc, parent } = (await ada.call(getLink, { link_id: saved._id })).link
    expect([name, desc, parent]).toEqual(['Beam', 'A note on wood', attic])
  })

  test('SHR-08 the list of an unshared collection shows its empty text', async () => {
    const unshared = await addCollection(ada, 'Own')
    const page = await env.open(ada, `/c/${unshared}`)
    await openActivity(page, 'Own')
    await page.getByText('No activity yet').waitFor()
    await expectAccessible(page)
  })

  test('NTF-01 SET-02 the settings switch the daily email off and on, and its link switches it off without a sign-in', async () => {
    const readMailSetting = async () => (await rosa.call(getUserData, {})).mail_digest
    const page = await env.open(rosa, '/settings?tab=customize')
    const choice = page.getByRole('radiogroup', { name: 'Daily email of unread notifications' })
    await choice.getByText('No', { exact: true }).click()
    await expect.poll(readMailSetting).toBe(0)
    await choice.getByText('Yes', { exact: true }).click()
    await expect.poll(readMailSetting).toBe(1)
    const key = createUnsubscribeKey(env.app.services.config, rosa.id)
    const visitor = await env.open(null, `/mail/stop/${rosa.id}/${key}`)
    await visitor.getByRole('heading', { name: 'You won’t get these emails any more' }).waitFor()
    await expectAccessible(visitor)
    expect(await readMailSetting()).toBe(0)
    const broken = await env.open(null, `/mail/stop/${rosa.id}/${key.slice(2)}`)
    await broken.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
    await saveScreenshot(visitor, 'stop-mail')
  })
})
