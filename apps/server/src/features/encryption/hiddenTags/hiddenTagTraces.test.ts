import { trashCollections } from '@nestmark/contract/collections'
import { undo } from '@nestmark/contract/jobs'
import { moveLinks, tagLinks, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { deleteTags, listTags, restoreTags } from '@nestmark/contract/tags'
import { sealText } from '@nestmark/encryption/envelope'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { waitForEnd } from '../../../test/support/jobs.ts'
import { signIn } from '../../../test/support/people.ts'
import {
  ada,
  app,
  create,
  encrypt,
  folder,
  giveKey,
  key,
  read,
  save,
  setUpFixture,
} from '../fixture.testing.ts'
import { hide, inside, saveTagged, seal, tagNames } from './hiddenTags.testing.ts'

setUpFixture()

async function createWithKey(name: string, parent?: string): Promise<string> {
  const id = await create(name, parent)
  await giveKey(ada, id, key.raw)
  return id
}

/** Returns the names of tags that undo records, the activity list and jobs connect with a link. */
async function findTraces(id: string): Promise<unknown[]> {
  const { read: db } = app.services.db
  const traces = await Promise.all([
    sql`select d.old_state from undo_links d join undo_records r on r.id = d.undo_id
      join links l on l.seq = d.link_seq where l.id = ${id} and r.kind = 'tagLinks'`.execute(db),
    sql`select t.name from activities a join undo_records r on r.id = a.batch
      join tags t on cast(t.seq as text) = r.target
      where a.kind = 'tag_links' and a.subjects like ${`%${id}%`}`.execute(db),
    sql`select payload from jobs where payload like ${'%quetzal%'}`.execute(db),
  ])
  return traces.flatMap(({ rows }) => rows)
}

describe('ENC-12 hidden tags do not come back', () => {
  test('a deleted tag that is restored after the link has moved', async () => {
    const id = await saveTagged(['quetzal'], await createWithKey('Other'))
    await hide()
    const tag = (await ada.call(listTags, {})).find(each => each.name === 'quetzal')!._id
    await ada.call(deleteTags, { tags: [tag] })
    await ada.call(moveLinks, { links: [id], move_to: folder })
    await ada.call(restoreTags, { tags: [tag] })
    expect((await read(id)).parent).toBe(folder)
    expect(await tagNames(id)).toEqual([])
  })

  test('a link that would be restored into a root that hides tags stays in the trash', async () => {
    const sub = await createWithKey('Sub')
    await giveKey(ada, ada.rootId, key.raw)
    await hide(ada.rootId)
    const id = await saveTagged(['quetzal'], sub)
    await ada.call(trashLinks, { linkIdArr: [id], isTrash: 1 })
    await ada.call(trashCollections, { folderIdArr: [sub], isTrash: 1 })
    expect(await ada.call(trashLinks, { linkIdArr: [id], isTrash: 0 })).toMatchObject({ changed: 0 })
    await ada.call(trashCollections, { folderIdArr: [sub], isTrash: 0 })
    expect(await ada.call(trashLinks, { linkIdArr: [id], isTrash: 0 })).toMatchObject({ changed: 1 })
    expect(await tagNames(id)).toEqual(['quetzal'])
  })

  test('an undo does not put a tagged link into a collection above that hides tags', async () => {
    const sub = await createWithKey('Sub', folder)
    await hide()
    const id = await saveTagged(['quetzal'], sub)
    const trashed = await ada.call(trashLinks, { linkIdArr: [id], isTrash: 1 })
    await ada.call(trashCollections, { folderIdArr: [sub], isTrash: 1 })
    await ada.call(undo, { undo: trashed.undo! })
    expect((await read(id)).parent).toBe(sub)
  })

  test('an undo of a restore does not take tags back into a collection that hides them', async () => {
    const id = await saveTagged([])
    await hide()
    await giveKey(ada, ada.rootId, key.raw)
    await ada.call(trashLinks, { linkIdArr: [id], isTrash: 1 })
    await ada.call(trashCollections, { folderIdArr: [folder], isTrash: 1 })
    const restored = await ada.call(trashLinks, { linkIdArr: [id], isTrash: 0 })
    await ada.call(updateLink, { link_id: id, tags: ['again'] })
    await ada.call(undo, { undo: restored.undo! })
    await ada.call(trashCollections, { folderIdArr: [folder], isTrash: 0 })
    await ada.call(trashLinks, { linkIdArr: [id], isTrash: 0 })
    expect([(await read(id)).parent === folder, await tagNames(id)]).not.toEqual([true, ['again']])
  })
})

describe('ENC-12 E02 no record connects hidden tags with their link', () => {
  async function tagOften(id: string): Promise<void> {
    const others = await Promise.all(Array.from({ length: 6 }, (_, n) => save({ name: `Other ${n}` })))
    await ada.call(tagLinks, { links: [id], added_tags_name: ['quetzal 2'] })
    const few = await ada.call(tagLinks, { links: [id, ...others], added_tags_name: ['quetzal 3'] })
    await waitForEnd(ada, few.job!)
    const every = await ada.call(tagLinks, {
      every: { folder_id: folder },
      added_tags_name: ['quetzal 4'],
    })
    await waitForEnd(ada, every.job!)
  }

  test('after a link was encrypted', async () => {
    const rosa = await signIn(app, 'rosa', 2)
    await ada.call(setPermissions, { folder_id: folder, read: 1, write: 0, read_members: [rosa.id] })
    const id = await save({ name: 'One' }, folder)
    await tagOften(id)
    expect(await findTraces(id)).not.toEqual([])
    await hide()
    await encrypt([await seal(id, inside)])
    expect(await tagNames(id)).toEqual([])
    expect(await findTraces(id)).toEqual([])
  })

  test('after the form has saved the words of its tags', async () => {
    const id = await saveTagged(['quetzal'])
    await tagOften(id)
    await hide()
    const desc = await sealText(key, { linkId: id, field: 'desc' }, '#quetzal')
    await ada.call(updateLink, { link_id: id, tags: [], desc })
    expect(await tagNames(id)).toEqual([])
    expect(await findTraces(id)).toEqual([])
  })

  test('after a job that tagged the link while it was encrypted', async () => {
    const id = await save({ name: 'One' }, folder)
    const others: string[] = []
    // One after another: 450 calls at once exceed the limits of a busy server.
    for (let n = 0; n < 450; n++) others.push(await save({ name: `Other ${n}` }))
    await hide()
    const { job } = await ada.call(tagLinks, { links: [id, ...others], added_tags_name: ['quetzal'] })
    await expect.poll(() => tagNames(id), { interval: 2 }).toEqual(['quetzal'])
    await encrypt([await seal(id, inside)])
    await waitForEnd(ada, job!)
    expect(await tagNames(id)).toEqual([])
    expect(await findTraces(id)).toEqual([])
  })
})
