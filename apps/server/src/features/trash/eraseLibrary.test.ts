import { deleteAccount } from '@nestmark/contract/accounts'
import { createCollection, favouriteCollection, listSubcollections } from '@nestmark/contract/collections'
import { favouriteLink, getLink, saveLink } from '@nestmark/contract/links'
import { makeLinkPublic, setPermissions, shareLink, visitLink } from '@nestmark/contract/share'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { textColumnsWhere } from '../../test/support/textColumns.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Returns every row of any table that still contains this person's id, as `table.column`. */
const tracesOf = (id: string) => textColumnsWhere(app.services.db.read, column => sql`${column} = ${id}`)

const erased = async () => {
  for (;;) {
    const open = await app.services.db.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'eraseLibrary')
      .where('finished_at', 'is', null)
      .execute()
    if (open.length === 0) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

async function library(owner: Person, member: Person) {
  const top = await owner.call(createCollection, { name: 'Research' })
  const inner = await owner.call(createCollection, { name: 'Deeper', parent: top._id })
  const links = []
  for (const [n, parent] of [top._id, inner._id, inner._id].entries())
    links.push(
      await owner.call(saveLink, {
        name: `Link ${n}`,
        link: `https://example.org/${n}`,
        category: 3,
        parent,
        tags: ['one', 'two'],
      }),
    )
  await owner.call(favouriteLink, { link_id: links[0]!._id, is_fav: 1 })
  await owner.call(favouriteCollection, { folder_id: top._id, is_fav: 1 })
  await owner.call(makeLinkPublic, { link_id: links[0]!._id, is_public: 1 })
  await owner.call(setPermissions, { folder_id: top._id, read: 1, write: 0, read_members: [member.id] })
  const { short_link } = await owner.call(shareLink, { link_id: links[0]!._id })
  return { top, link: links[0]!, short: new URL(new URL(short_link).pathname, app.origin) }
}

test('SET-06 Z19 a deleted account is inaccessible immediately, and nothing of it remains in any table', async () => {
  const ada = await signIn(app, 'ada', 2)
  const rosa = await signIn(app, 'rosa', 2)
  const { top, link, short } = await library(ada, rosa)
  const saved = await rosa.call(saveLink, { name: 'Mine', link: 'https://example.net', category: 3 })
  const visited = async () => (await app.as(null)(visitLink, { link_id: link._id })).link
  expect((await visited())?._id).toBe(link._id)
  expect((await rosa.call(listSubcollections, { folder_id: top._id })).folders.length).toBe(1)

  await ada.call(deleteAccount, {})
  expect(await visited()).toBeNull()
  await expect(rosa.call(getLink, { link_id: link._id })).rejects.toMatchObject({ name: 'Refusal' })
  await expect(rosa.call(listSubcollections, { folder_id: top._id })).rejects.toMatchObject({
    name: 'Refusal',
  })
  const shown = await fetch(short, { redirect: 'manual' })
  expect(shown.headers.get('location')).not.toContain(link._id)
  await expect(ada.call(getLink, { link_id: link._id })).rejects.toMatchObject({ status: 401 })

  await erased()
  expect(await tracesOf(ada.id)).toEqual([])
  expect(await tracesOf(top._id)).toEqual([])
  expect(await tracesOf(link._id)).toEqual([])
  // Other people keep their data.
  expect((await rosa.call(getLink, { link_id: saved._id })).link._id).toBe(saved._id)
  expect((await tracesOf(rosa.id)).length).toBeGreaterThan(0)
})
