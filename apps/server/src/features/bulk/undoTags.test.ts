import { createCollection } from '@nestmark/contract/collections'
import { undo as undoCall } from '@nestmark/contract/jobs'
import * as links from '@nestmark/contract/links/links'
import * as tags from '@nestmark/contract/tags'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

async function undo(key: string | undefined): Promise<void> {
  const { job } = await ada.call(undoCall, { undo: key! })
  if (job) await waitForEnd(ada, job)
}

async function fill(parent: string, count: number): Promise<string[]> {
  const { links: saved } = await ada.call(links.saveLinks, {
    parent,
    links: Array.from({ length: count }, (_, n) => ({ name: `Link ${n}`, desc: 'Words', category: 4 })),
  })
  return saved.map(link => link._id)
}

test('TAG-03 undo deletes the tags that the action created, unless a link has one since', async () => {
  const place = await ada.call(createCollection, { name: 'Place' })
  const ids = (await Promise.all([100, 100, 50].map(n => fill(place._id, n)))).flat()
  const [other] = await fill((await ada.call(createCollection, { name: 'Elsewhere' }))._id, 1)
  await ada.call(tags.addTags, { tags: ['mine'] })
  const names = async () => (await ada.call(tags.listTags, {})).map(tag => tag.name).sort()
  const tag = async () => {
    const every = { folder_id: place._id }
    const { job } = await ada.call(links.tagLinks, { every, added_tags_name: ['mine', 'new', 'used'] })
    await waitForEnd(ada, job)
    expect(await names()).toEqual(['mine', 'new', 'used'])
    return job
  }
  await undo(await tag())
  expect(await names()).toEqual(['mine'])
  const again = await tag()
  await ada.call(links.tagLinks, { links: [other!], added_tags_name: ['used'] })
  await undo(again)
  expect(await names()).toEqual(['mine', 'used'])
  // Without a job.
  const { undo: key } = await ada.call(links.tagLinks, { links: [ids[0]!], added_tags_name: ['one'] })
  await undo(key)
  expect(await names()).toEqual(['mine', 'used'])
})
