import { addKey } from '@nestmark/contract/apiKeys'
import { saveHighlight } from '@nestmark/contract/reading/highlights'
import { deleteLinks, getLink, saveLink } from '@nestmark/contract/links/links'
import { deleteWebhook, listWebhooks } from '@nestmark/contract/webhooks'
import { generateApiKey } from '@nestmark/core/apiKey'
import { errorTexts } from '@nestmark/texts/errors'
import { describe, expect, test } from 'vitest'
import { ada, app, folder, receiver, setUpFixture } from '../../features/webhooks/fixture.testing.ts'
import { pass } from '../../features/webhooks/receiver.testing.ts'
import type { Integration, Kind, Subscription } from './integration.testing.ts'
import { n8nIntegration } from './n8n.testing.ts'
import { pipedreamIntegration } from './pipedream.testing.ts'
import { zapierIntegration } from './zapier.testing.ts'

setUpFixture()

const integrations = { Zapier: zapierIntegration, n8n: n8nIntegration, Pipedream: pipedreamIntegration }
type Platform = keyof typeof integrations
const platforms = Object.keys(integrations) as Platform[]

const generateKey = () => generateApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))

/** Connects a platform with a new key of Ada. */
async function connect(platform: Platform, scope: 'read' | 'write' = 'write'): Promise<Integration> {
  const key = generateKey()
  await ada.call(addKey, { key, name: platform, scope })
  // People paste addresses and keys with what is around them.
  return integrations[platform]({ server: `${app.origin}/`, apiKey: key })
}

/** Passes the received calls on, and returns the items that start a workflow. */
async function takeItems(subscription: Subscription) {
  await pass(app)
  const items = await Promise.all(receiver.calls.map(call => subscription.receive(call)))
  return items.flat()
}

const waitASecond = () => {
  app.clock.now += 1000
}

describe.each(platforms)('EXT-03 %s', platform => {
  test('EXT-03 a new link arrives by a webhook and by polling as the same item, once', async () => {
    const recipes = await folder('Recipes')
    const bread = await folder('Bread', recipes)
    const integration = await connect(platform)
    expect(await integration.listCollections()).toContainEqual({ id: bread, name: 'Recipes / Bread' })
    const poll = await integration.startPolling('link', recipes)
    const subscription = await integration.subscribe('link', receiver.address, recipes)

    const save = (name: string, parent: string | null) => {
      const form = { name, parent, link: 'https://bread.example/', desc: '{{ x }}', category: 3 as const }
      return ada.call(saveLink, { ...form, tags: ['rye', 'bread'] })
    }
    await save('Elsewhere', null)
    const first = await save('Sourdough {{ message }}', bread)
    waitASecond()
    await save('Baguette', recipes)
    await pass(app)
    await ada.call(deleteLinks, { linkIdArr: [(await save('Deleted at once', bread))._id] })
    const items = await takeItems(subscription)

    expect(items).toMatchObject([{ title: 'Sourdough {{ message }}' }, { title: 'Baguette' }])
    expect(items[0]).toEqual({
      id: first._id,
      title: 'Sourdough {{ message }}',
      address: 'https://bread.example/',
      description: '{{ x }}',
      category: 'link',
      tags: ['bread', 'rye'],
      collection_id: bread,
      created: new Date(first.create_date).toISOString(),
    })
    expect(await poll()).toEqual(items)
    expect(await poll()).toEqual([])

    const call = receiver.calls.find(({ body }) => body.includes('Baguette'))!
    const forged = { ...call, body: call.body.replace('Baguette', 'Bagel') }
    expect(await subscription.receive(forged)).toBeNull()
    await subscription.end()
    expect(await ada.call(listWebhooks, {})).toEqual([])
  })

  test('EXT-03 a new highlight arrives by a webhook and by polling as the same item, once', async () => {
    const integration = await connect(platform)
    const poll = await integration.startPolling('highlight')
    const subscription = await integration.subscribe('highlight', receiver.address)
    const pages = ['https://a.example/', 'https://b.example/', 'https://a.example/']
    for (const [at, url] of pages.entries()) {
      waitASecond()
      await ada.call(saveHighlight, { url, title: `Page ${url}`, text: `Words ${at}`, comm: 'Yes', style: 4 })
    }
    await ada.call(saveLink, { name: 'No highlight', desc: 'x', category: 4 })
    const items = await takeItems(subscription)
    expect(items.map(item => [item?.text, item?.page_address])).toEqual(
      pages.map((url, at) => [`Words ${at}`, url]),
    )
    expect(items[0]).toMatchObject({ comment: 'Yes', color: 'green', page_title: 'Page https://a.example/' })
    expect(await poll()).toEqual(items)
    expect(await poll()).toEqual([])
    // Its owner has deleted the webhook by hand.
    const [webhook] = await ada.call(listWebhooks, {})
    await ada.call(deleteWebhook, { webhook_id: webhook!._id })
    await subscription.end()
  })

  test('EXT-03 saves a link with its texts, tags and collection, or with its address alone', async () => {
    const collection = await folder('Recipes')
    const integration = await connect(platform)
    const item = await integration.saveLink({
      address: 'https://bread.example/{{path}}',
      title: 'Vue {{ message }} basics',
      description: 'From {{name}}',
      tags: ['bread', 'rye'],
      collection,
    })
    const { link } = await ada.call(getLink, { link_id: item.id })
    expect(link).toMatchObject({
      name: 'Vue {{ message }} basics',
      link: 'https://bread.example/{{path}}',
      desc: 'From {{name}}',
      parent: collection,
      category: 3,
    })
    expect(link.tags.map(each => each.name).toSorted()).toEqual(['bread', 'rye'])
    expect(item).toMatchObject({ title: link.name, address: link.link, collection_id: collection })

    const bare = await integration.saveLink({ address: 'https://bread.example/bare' })
    expect(bare).toMatchObject({ title: 'https://bread.example/bare', tags: [], collection_id: ada.rootId })
  })
})

/** Returns what a platform takes the refusal of a call for. */
const reasonOf = (integration: Integration, call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => integration.toReason(error),
  )

test('EXT-03 a refusal has the message of the server, and the platform knows a key that ended and too many calls', async () => {
  for (const platform of platforms) {
    const reader = await connect(platform, 'read')
    const link = { address: 'https://bread.example/' }
    expect(await reasonOf(reader, reader.saveLink(link))).toBe(errorTexts['keys.readOnly'])
    const writer = await connect(platform)
    const subscribe = (kind: Kind) => writer.subscribe(kind, 'http://10.0.0.1/hook')
    expect(await reasonOf(writer, subscribe('link'))).toBe(errorTexts['webhooks.addressPrivate'])

    const stranger = await integrations[platform]({ server: app.origin, apiKey: generateKey() })
    expect(await reasonOf(stranger, stranger.saveLink(link))).toBe('credentials')
    expect(await reasonOf(stranger, stranger.listCollections())).toBe('credentials')
    await expect.poll(() => reasonOf(stranger, stranger.saveLink(link)), { interval: 1 }).toBe('throttled')
    // Time passes when no job runs, until the allowance of an address is full again.
    await pass(app)
    app.clock.now += 120_000
  }
})
