import { addKey, deleteKey } from '@nestmark/contract/apiKeys'
import { saveLink } from '@nestmark/contract/links/links'
import { createWebhook, listWebhooks } from '@nestmark/contract/webhooks'
import { generateApiKey } from '@nestmark/core/apiKey'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  expectSigned,
  pass,
  type Receiver,
  startReceiver,
} from '../../apps/server/src/features/webhooks/receiver.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import {
  expectAccessible,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
  viewports,
} from '../support/testEnvironment.ts'

let env: TestEnvironment
let receiver: Receiver
let ada: Person
beforeAll(async () => {
  receiver = await startReceiver()
  env = await startEnvironment({ fetchAllowPrivate: [receiver.web.hostPort] })
})
beforeEach(async () => {
  receiver.answer = 200
  receiver.take()
  ada = await env.signIn('ada')
})
afterAll(async () => {
  await env.close()
  await receiver.web.close()
})

const path = '/settings?tab=keys'
const section = (page: Page) => page.getByRole('region', { name: 'Webhooks' })

describe('KEY webhooks in the settings', () => {
  test('KEY the settings create, test, disable and delete a webhook, and repeat a delivery', async () => {
    await addCollection(ada, 'Recipes')
    const page = await env.open(ada, path)
    await section(page).getByText('No webhooks').waitFor()
    await section(page).getByRole('button', { name: 'New webhook' }).click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    const address = form.getByLabel('Address')
    await expect.poll(() => address.evaluate(each => each === document.activeElement)).toBe(true)
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await form.getByText('Enter the address to call').waitFor()
    await address.fill('http://10.0.0.1/hook')
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await form.getByText('This address is not on the public internet').waitFor()
    await address.fill(receiver.address)
    await form.getByLabel('Description').fill('Mirror of my library')
    // All events are selected. The test deselects one group and one single event.
    const collections = form.getByRole('group', { name: 'Collections' })
    await collections.getByRole('checkbox', { name: 'Collections' }).click()
    await form.getByRole('group', { name: 'Links' }).getByRole('checkbox', { name: 'Changed' }).click()
    await expectAccessible(page)
    await address.press('Enter')

    const secretDialog = page.getByRole('dialog', { name: 'Your webhook’s secret' })
    const secret = await secretDialog.getByLabel('Secret').inputValue()
    expect(secret).toMatch(/^nmw_/)
    await secretDialog.getByRole('button', { name: 'Copy secret' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    await expectAccessible(page)
    await secretDialog.getByRole('button', { name: 'I’ve copied it' }).click()
    const row = section(page).getByRole('listitem')
    await row.getByText('Mirror of my library').waitFor()
    await row.getByText('6 of 13 events in everything you can see').waitFor()
    expect(await page.content()).not.toContain(secret)

    await row.getByRole('button', { name: /Send test/ }).click()
    await row.getByText('The test was delivered (200).').waitFor()
    expectSigned(receiver.calls[0]!, secret)
    receiver.answer = 503
    await row.getByRole('button', { name: /Send test/ }).click()
    await row.getByText('The test failed: the response was 503.').waitFor()
    receiver.answer = 200
    receiver.take()

    await ada.call(saveLink, { name: 'Sourdough', desc: 'Words', category: 4 })
    await pass(env.app)
    // A live update shows it without a reload.
    await row.getByText(/Last call delivered \(200\)/).waitFor()
    await row.getByRole('button', { name: /Deliveries to/ }).click()
    const list = page.getByRole('dialog', { name: 'Deliveries' })
    await list.getByText('link.created').waitFor()
    await list.getByText('Delivered').waitFor()
    await expectAccessible(page)
    await list.getByRole('button', { name: /^Send again/ }).click()
    await expect.poll(() => receiver.calls.length).toBe(2)
    expect(receiver.calls[1]!.call.id).toBe(receiver.calls[0]!.call.id)
    await page.keyboard.press('Escape')

    const activeSwitch = row.getByRole('switch')
    expect(await activeSwitch.getAttribute('aria-checked')).toBe('true')
    await activeSwitch.press('Space')
    await expect.poll(() => activeSwitch.getAttribute('aria-checked')).toBe('false')
    expect((await ada.call(listWebhooks, {}))[0]).toMatchObject({
      is_active: false,
      desc: 'Mirror of my library',
      events: [
        'link.created',
        'link.moved',
        'link.trashed',
        'link.restored',
        'link.deleted',
        'highlight.created',
      ],
    })
    await row.getByRole('button', { name: /Delete the webhook/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await section(page).getByText('No webhooks').waitFor()
    expect(await ada.call(listWebhooks, {})).toEqual([])
  })

  test('KEY the form changes the collection and the secret of a webhook', async () => {
    const recipes = await addCollection(ada, 'Recipes')
    const { secret } = await ada.call(createWebhook, { address: receiver.address })
    const page = await env.open(ada, path)
    const row = section(page).getByRole('listitem')
    const edit = async () => {
      await row.getByRole('button', { name: /Edit the webhook/ }).click()
      return page.getByRole('dialog', { name: 'Edit webhook' })
    }
    let form = await edit()
    await form.getByRole('button', { name: /^Only in: Everything you can see/ }).click()
    await page.getByRole('dialog', { name: 'Choose a collection' }).getByText('Recipes').first().click()
    await form.getByRole('button', { name: /^Only in: Recipes/ }).waitFor()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await row.getByText('All events in Recipes and its sub-collections').waitFor()
    expect((await ada.call(listWebhooks, {}))[0]!.folder?._id).toBe(recipes)

    form = await edit()
    await form.getByRole('button', { name: 'New secret' }).click()
    await page
      .getByRole('dialog', { name: 'Create a new secret?' })
      .getByRole('button', { name: 'New secret' })
      .click()
    const newSecretDialog = page.getByRole('dialog', { name: 'Your webhook’s secret' })
    const fresh = await newSecretDialog.getByLabel('Secret').inputValue()
    expect(fresh).not.toBe(secret)
    await newSecretDialog.getByRole('button', { name: 'I’ve copied it' }).click()
    await ada.call(saveLink, { name: 'Rye', desc: 'Words', category: 4, parent: recipes })
    await pass(env.app)
    expectSigned(receiver.calls[0]!, fresh)

    // The webhook covers everything again.
    form = await edit()
    await form.getByRole('button', { name: /^Only in: Recipes/ }).click()
    await page
      .getByRole('dialog', { name: 'Choose a collection' })
      .getByText('Everything you can see')
      .first()
      .click()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await row.getByText('All events in everything you can see').waitFor()

    // One that a program has created says so, and goes with its key.
    const key = generateApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))
    await ada.call(addKey, { key, name: 'Zapier' })
    await env.app.as(key)(createWebhook, { address: receiver.address })
    await row.getByText('Ends with the API key Zapier.').waitFor()
    await ada.call(deleteKey, { key })
    await expect.poll(() => row.count()).toBe(1)
  })

  test('KEY the section reports a failed request, and Try again repeats it', async () => {
    const page = await env.open(ada, '/settings')
    await page.route('**/api/list-webhooks', route => route.fulfill({ status: 503, body: '{}' }))
    await page.getByRole('tab', { name: 'API Key' }).click()
    await section(page).getByText('Couldn’t load your webhooks.').waitFor()
    await page.unroute('**/api/list-webhooks')
    await section(page).getByRole('button', { name: 'Try again' }).click()
    await section(page).getByText('No webhooks').waitFor()
  })

  for (const [width, dark] of viewports)
    test(`KEY list, form and deliveries fit; ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
      const look = `${width}-${dark ? 'dark' : 'light'}`
      const kitchen = await addCollection(ada, 'Kitchen and garden')
      const desc = 'Nightly mirror at home'
      const { webhook } = await ada.call(createWebhook, { address: `${receiver.address}/in?key=1`, desc })
      const form = { address: receiver.address, folder_id: kitchen, events: ['link.created' as const] }
      const disabled = (await ada.call(createWebhook, { ...form, desc: 'Chat room of the kitchen' })).webhook
      await ada.call(createWebhook, { address: `https://hooks.example/${'a-long-path/'.repeat(9)}` })
      const { db, now } = env.app.services
      const at = now()
      await db.write(async tx => {
        await tx
          .updateTable('webhooks')
          .set({ active: 0, off_reason: 'failing', last_ok: 0, last_status: 500, last_at: at, failures: 20 })
          .where('id', '=', disabled._id)
          .execute()
        await tx
          .updateTable('webhooks')
          .set({ last_ok: 1, last_status: 204, last_at: at })
          .where('id', '=', webhook._id)
          .execute()
        for (const [n, [state, status]] of (
          [
            ['waiting', null],
            ['delivered', 204],
            ['failed', 500],
            ['dropped', null],
          ] as const
        ).entries())
          await tx
            .insertInto('webhook_deliveries')
            .values({
              id: `${webhook._id}${n}`,
              webhook_id: webhook._id,
              events: JSON.stringify([
                { type: 'link.created', at, by: null, count: 1200 * n + 1, subjects: [] },
                { type: 'collection.moved', at, by: null, count: 1, subjects: [] },
              ]),
              state,
              status,
              tries: state === 'dropped' ? 0 : n + 1,
              created_at: at - n * 3_600_000,
              tried_at: at,
              next_at: state === 'waiting' ? at + 600_000 : null,
            })
            .execute()
      })
      const page = await env.open(ada, path, { width, dark, height: width === 390 ? 844 : 1000 })
      await section(page).getByText('Turned off: 20 deliveries').waitFor()
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
      const shot = async (name: string) => {
        await saveScreenshot(page, `webhooks-${name}-${look}`, name === 'list')
      }
      await expectAccessible(page)
      expect(await fits()).toBe(true)
      await shot('list')
      const first = section(page).getByRole('listitem').filter({ hasText: desc })
      await first.getByRole('button', { name: /Deliveries to/ }).click()
      await page.getByText('Failed', { exact: true }).first().waitFor()
      await expectAccessible(page)
      await shot('deliveries')
      await page.keyboard.press('Escape')
      await first.getByRole('button', { name: /Edit the webhook/ }).click()
      await page.getByRole('dialog', { name: 'Edit webhook' }).waitFor()
      await expectAccessible(page)
      await shot('form')
      await page.keyboard.press('Escape')
      // The page also fits in right-to-left direction.
      await page.evaluate(() => (document.documentElement.dir = 'rtl'))
      expect(await fits()).toBe(true)
      await shot('rtl')
    })
})
