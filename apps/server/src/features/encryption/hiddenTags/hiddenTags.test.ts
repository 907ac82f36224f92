import { getCollection, updateCollection } from '@nestmark/contract/collections'
import * as contract from '@nestmark/contract/encryption/encryption'
import { saveEncryptedLinks } from '@nestmark/contract/encryption/encryptedBatches'
import { moveLinks, tagLinks, updateLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { listTags } from '@nestmark/contract/tags'
import { undo } from '@nestmark/contract/jobs'
import { createWebhook, hookEvents } from '@nestmark/contract/webhooks'
import { limits } from '@nestmark/core/limits'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { waitForEnd } from '../../../test/support/jobs.ts'
import { signIn, toOutcome } from '../../../test/support/people.ts'
import { textColumnsWhere } from '../../../test/support/textColumns.ts'
import {
  ada,
  app,
  create,
  encrypt,
  folder,
  giveKey,
  key,
  makeKey,
  newLinkId,
  read,
  save,
  sealLink,
  setUpFixture,
} from '../fixture.testing.ts'
import { hide, inside, saveTagged, seal, tagNames } from './hiddenTags.testing.ts'

setUpFixture()

const refusal = 'encryption.tagsHidden'

describe('ENC-12 the option to keep tags inside the encryption', () => {
  test('ENC-12 only the owner of a collection with a key sets it; members see it', async () => {
    const plain = await create('Plain')
    expect(await toOutcome(hide(plain))).toBe('encryption.noKey')
    const rosa = await signIn(app, 'rosa', 2)
    const share = {
      folder_id: folder,
      read: 1 as const,
      write: 1 as const,
      read_members: [],
      write_members: [rosa.id],
    }
    await ada.call(setPermissions, share)
    const asMember = rosa.call(updateCollection, { folder_id: folder, hide_tags: 1 })
    expect(await toOutcome(asMember)).toBe('collections.readOnly')
    expect((await hide()).hide_tags).toBe(1)
    expect((await rosa.call(getCollection, { folder_id: folder })).folder.hide_tags).toBe(1)
    expect((await ada.call(getCollection, { folder_id: plain })).folder).not.toHaveProperty('hide_tags')
    expect((await hide(folder, 0)).hide_tags).toBe(0)
  })

  test('ENC-12 a user sets it with the first key, and it ends with the key', async () => {
    const id = await create('New')
    const { enc_id } = await makeKey(id)
    await ada.call(contract.updateEncFolders, { folders: [{ _id: id, enc_id, hide_tags: 1 }] })
    expect(await ada.call(contract.getFolderKeys, { folder_id: id })).toMatchObject({
      hide_tags: 1,
      tagged: 0,
    })
    await ada.call(contract.updateEncFolders, { folders: [{ _id: id, enc_id: null }] })
    expect(await ada.call(contract.getFolderKeys, { folder_id: id })).toMatchObject({ hide_tags: 0 })
  })

  test('ENC-12 gives an encrypted link no tags: saved, edited, tagged or moved', async () => {
    await hide()
    const { enc: _, ...form } = await sealLink(key, newLinkId(), { name: 'New' })
    const link = { ...form, category: 4, parent: folder, tags: ['no'] }
    expect(await toOutcome(ada.call(contract.saveEncryptedLink, link))).toBe(refusal)
    expect(await toOutcome(ada.call(saveEncryptedLinks, { links: [link] }))).toBe(refusal)
    const saved = await ada.call(contract.saveEncryptedLink, { ...link, tags: [] })
    const edit = ada.call(updateLink, { link_id: saved._id, tags: ['no'] })
    expect(await toOutcome(edit)).toBe(refusal)
    const bulk = { links: [saved._id], added_tags_name: ['no'] }
    expect(await toOutcome(ada.call(tagLinks, bulk))).toBe(refusal)
    const clear = await save({ name: 'Clear' })
    expect(await ada.call(tagLinks, { ...bulk, links: [saved._id, clear] })).toMatchObject({ changed: 1 })
    expect(await tagNames(saved._id)).toEqual([])
    expect(await tagNames(clear)).toEqual(['no'])
    const other = await create('Other')
    await giveKey(ada, other, key.raw)
    const tagged = await saveTagged(['stays'], other)
    const moved = ada.call(moveLinks, { links: [tagged], move_to: folder })
    expect(await toOutcome(moved)).toBe(refusal)
    const formMove = ada.call(updateLink, { link_id: tagged, parent: folder })
    expect(await toOutcome(formMove)).toBe(refusal)
    const change = await seal(tagged, inside)
    await encrypt([change], { from_key: key.kid, move_to: folder })
    expect(await read(tagged)).toMatchObject({ parent: folder, tags: [] })
  })

  test('ENC-12 a job moves only links without tags there', async () => {
    const other = await create('Other')
    await giveKey(ada, other, key.raw)
    const tagged = await saveTagged(['stays'], other)
    const plain = await save({ name: 'Plain' }, other, { tags: ['clear'] })
    await hide()
    const { job } = await ada.call(moveLinks, { every: { folder_id: other }, move_to: folder, plain: 1 })
    await waitForEnd(ada, job!)
    expect((await read(tagged)).parent).toBe(other)
    expect(await read(plain)).toMatchObject({ parent: folder, tags: [{ name: 'clear' }] })
  })

  test('ENC-12 encrypting needs the tags in the description, and removes them', async () => {
    await hide()
    const id = await save({ name: 'One' }, folder, { tags: ['stays'] })
    expect(await toOutcome(encrypt([await seal(id)]))).toBe(refusal)
    expect(await read(id)).toMatchObject({ enc: 0, tags: [{ name: 'stays' }] })
    await encrypt([await seal(id, inside)])
    expect(await read(id)).toMatchObject({ enc: 1, tags: [] })
    expect(await ada.call(listTags, {})).toMatchObject([{ name: 'stays', links_count: 0 }])
  })

  test('ENC-12 links with tags keep them until their next encryption; switched off, it allows tags', async () => {
    const id = await saveTagged()
    await hide()
    expect(await ada.call(contract.getFolderKeys, { folder_id: folder })).toMatchObject({ tagged: 1 })
    await ada.call(updateLink, { link_id: id, tags: ['stays'], category: 3 })
    expect(await tagNames(id)).toEqual(['stays'])
    await encrypt([await seal(id, inside)], { from_key: key.kid })
    expect(await ada.call(contract.getFolderKeys, { folder_id: folder })).toMatchObject({ tagged: 0 })
    await hide(folder, 0)
    await ada.call(updateLink, { link_id: id, tags: ['again'] })
    expect(await tagNames(id)).toEqual(['again'])
  })

  test('ENC-12 no undo brings tags back', async () => {
    const other = await create('Other')
    await giveKey(ada, other, key.raw)
    const id = await saveTagged(['stays'])
    const tag = (await ada.call(listTags, {})).find(each => each.name === 'stays')!
    const dropped = await ada.call(tagLinks, { links: [id], deleted_tags: [tag._id] })
    await hide()
    expect(await ada.call(undo, { undo: dropped.undo! })).toMatchObject({ changed: 0 })
    expect(await tagNames(id)).toEqual([])
    const moved = await ada.call(moveLinks, { links: [id], move_to: other })
    await ada.call(updateLink, { link_id: id, tags: ['there'] })
    await ada.call(undo, { undo: moved.undo! })
    expect((await read(id)).parent).toBe(other)
  })
})

test('ENC-12 E02 connects the name of a tag with the encrypted link nowhere', async () => {
  const word = 'quetzalcoatl'
  const rosa = await signIn(app, 'rosa', 2)
  const share = { folder_id: folder, read: 1 as const, write: 0 as const, read_members: [rosa.id] }
  await ada.call(setPermissions, share)
  await ada.call(createWebhook, { address: 'https://hooks.example/in', events: [...hookEvents] })
  const id = await save({ name: 'One' }, folder, { tags: [word] })
  const others = await Promise.all(
    Array.from({ length: limits.atOnce }, (_, n) => save({ name: `Other ${n}` })),
  )
  await ada.call(updateLink, { link_id: id, name: 'Two', tags: [word, `${word} edit`] })
  const { undo: key2 } = await ada.call(tagLinks, { links: [id], added_tags_name: [`${word} bulk`] })
  const { job } = await ada.call(tagLinks, { links: [id, ...others], added_tags_name: [`${word} job`] })
  await waitForEnd(ada, job!)
  const { read: db } = app.services.db
  const columnsWithBoth = () =>
    textColumnsWhere(db, column => sql`lower(${column}) like ${`%${word}%`} and ${column} like ${`%${id}%`}`)
  const findIds = async () => {
    const { links } = await ada.call(searchLibrary, { input: word })
    return links.map(link => link._id)
  }
  /** Tags of the link, undo records of them, and records of edits with their names. */
  const countRows = async () => {
    const { rows } = await sql<Record<'tags' | 'records' | 'edits', number>>`select
      (select count(*) from link_tags where link_seq = l.seq) as tags,
      (select count(*) from undo_links d join undo_records r on r.id = d.undo_id
        where d.link_seq = l.seq and r.kind = 'tagLinks') as records,
      (select count(*) from undo_edits where link_id = l.id and new_value like ${`%${word}%`}) as edits
      from links l where id = ${id}`.execute(db)
    return rows.map(row => [row.tags, row.records, row.edits].map(Number))
  }
  expect(await columnsWithBoth()).toEqual([])
  expect(await countRows()).toEqual([[4, 2, 1]])
  expect(await findIds()).toContain(id)
  await hide()
  await encrypt([await seal(id, inside)])
  expect(await countRows()).toEqual([[0, 0, 0]])
  expect(await columnsWithBoth()).toEqual([])
  expect(await findIds()).not.toContain(id)
  expect(await toOutcome(ada.call(undo, { undo: key2! }))).toBe('undo.expired')
  expect(await tagNames(id)).toEqual([])
})
