import { saveLink } from '@nestmark/contract/links/links'
import { countNotifications } from '@nestmark/contract/notifications'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { addSuggestion } from '@nestmark/contract/sharing/suggestions'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findHeading } from '../support/pageElements.ts'
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
})

const save = (name: string) => ada.call(saveLink, { name, desc: 'A note', category: 4, parent: turf })

describe('NTF notifications on the page', () => {
  test('NTF-01 the bell updates its count and opens the list; a click opens the collection and marks as read', async () => {
    const page = await env.open(rosa, '/notifications')
    await page.getByText('No notifications found').waitFor()
    await expectAccessible(page)
    await ada.call(setPermissions, {
      folder_id: turf,
      read: 1,
      write: 0,
      enable_sugg: 1,
      read_members: [rosa.id],
    })
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor()
    for (const name of ['Sods', 'Reeds', 'Planks']) await save(name)
    await page.getByRole('link', { name: 'Notifications, 2 unread' }).waitFor()
    await page.getByText('added 3 links to “Turf & timber”').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: /shared “Turf & timber” with you/ }).click()
    await findHeading(page, 'Turf & timber').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/c/${turf}`)
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText('All notification marked as read').waitFor()
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
    expect(await rosa.call(countNotifications, {})).toEqual({ count: 0, total: 2 })
  })

  test('NTF-01 the notification of a suggestion opens the suggestions, also on the phone', async () => {
    await rosa.call(addSuggestion, { name: 'Thatch', desc: 'A note', category: 4, parent: turf })
    const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
    await page.getByText('suggested “Thatch” for “Turf & timber”').waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('link', { name: /suggested “Thatch”/ }).click()
    await findHeading(page, 'Suggestion Links').waitFor()
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  })
})
