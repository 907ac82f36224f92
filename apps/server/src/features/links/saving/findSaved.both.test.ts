import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { findSaved, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPostgres } from '../../../db/dialect.ts'
import { waitForEnd } from '../../../test/support/jobs.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { withSameAddress } from '../store.ts'

let app: TestApp
let ada: Person
let xaver: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada')
  xaver = await signIn(app, 'xaver')
})
afterAll(() => app.stop())

const save = (link: string, more: { name?: string; parent?: string } = {}) =>
  ada.call(saveLink, { link, name: 'A page', category: 3, ...more })
const find = (link: string, except?: string) => ada.call(findSaved, { link, except })

/** The answer without a link, of a server that stores no copies. */
const none = { links: [], total: 0, can_keep: 0 }

describe('SAVE-11 find saved links by address', () => {
  test('SAVE-11 finds an address in every spelling, and keeps the stored address as typed', async () => {
    const place = await ada.call(createCollection, { name: 'Kitchen' })
    const typed = 'https://www.Bread.example/levain/?utm_source=mail&b=2&a=1#crumb'
    const link = await save(typed, { parent: place._id, name: 'Levain' })
    expect(link.link).toBe(typed)
    for (const other of [
      'bread.example/levain?a=1&b=2',
      'http://bread.example/levain/?a=1&b=2&fbclid=xyz',
      ' https://bread.example/levain?b=2&a=1#other ',
    ])
      expect(await find(other)).toMatchObject({
        total: 1,
        links: [{ _id: link._id, name: 'Levain', parent: place._id, parent_name: 'Kitchen' }],
      })
    for (const other of [
      'bread.example/levain',
      'bread.example/other?a=1&b=2',
      'not an address',
      '',
      'javascript:1.a',
    ])
      expect(await find(other)).toEqual(none)
    expect(await find('bread.example/levain?a=1&b=2', link._id)).toEqual(none)
    expect(await xaver.call(findSaved, { link: typed })).toEqual(none)
  })

  test('SAVE-11 returns the five newest links and the total; links in the trash do not count', async () => {
    const places = []
    for (let n = 0; n < 7; n++) {
      app.clock.now += 1000
      places.push((await save('example.org/often', { name: `Often ${n}` }))._id)
    }
    const found = await find('https://example.org/often/')
    expect(found.links.map(link => link.name)).toEqual([
      'Often 6',
      'Often 5',
      'Often 4',
      'Often 3',
      'Often 2',
    ])
    expect(found.total).toBe(7)
    await waitForEnd(ada, (await ada.call(trashLinks, { linkIdArr: places.slice(1) })).job)
    expect((await find('example.org/often')).links.map(link => link.name)).toEqual(['Often 0'])

    const top = await ada.call(createCollection, { name: 'Top' })
    const inner = await ada.call(createCollection, { name: 'Inner', parent: top._id })
    await save('example.org/hidden', { parent: inner._id })
    expect((await find('example.org/hidden')).total).toBe(1)
    await ada.call(trashCollections, { folderIdArr: [top._id] })
    expect((await find('example.org/hidden')).total).toBe(0)
  })

  test('SAVE-11 saves and finds an address of 8,000 incompressible characters', async () => {
    const digits = Array.from({ length: 990 }, (_, n) =>
      (((n + 1) * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0'),
    )
    const long = `https://example.org/${digits.join('')}`
    const link = await save(long)
    expect((await find(long)).links.map(each => each._id)).toEqual([link._id])
    expect((await find(long.slice(0, -1))).total).toBe(0)
  })

  test('SAVE-11 the lookup uses its index among ten thousand other links', async () => {
    const { db } = app.services
    const numbers = isPostgres(db.read)
      ? sql`select n from generate_series(1, 10000) n`
      : sql`with recursive t(n) as (select 1 union all select n + 1 from t where n < 10000) select n from t`
    await db.write(async tx => {
      await sql`insert into links (id, owner_id, collection_id, category, title, address, compare_key, created_at, updated_at)
        select 'many' || n, ${ada.id}, ${ada.rootId}, 3, 'Many', 'http://many.example/' || n, 'many.example/' || n, n, n
        from (${numbers}) s`.execute(tx)
    })
    if (isPostgres(db.read)) await sql`analyze links`.execute(db.read)
    const explain = sql.raw(isPostgres(db.read) ? 'explain' : 'explain query plan')
    const plan =
      await sql`${explain} select x.seq ${withSameAddress(db.read, ada.id, 'many.example/77')}`.execute(
        db.read,
      )
    expect(JSON.stringify(plan.rows)).toContain('links_by_address')
    expect((await find('https://www.many.example/77/')).links.map(link => link._id)).toEqual(['many77'])
  })
})
