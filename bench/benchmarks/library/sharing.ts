import { randomBytes } from 'node:crypto'
import { rawWriter } from '../../inputs/rawLinks.ts'
import { openChange } from '../../change.ts'
import { type Person, signUp } from '../../person.ts'
import { type RawSql, createLocation, openRawSql } from '../../serverLocation.ts'
import { atMost, type Row, type World } from '../../benchmark.ts'
import { type Server, startServer } from '../../server.ts'
import { inTurns, median, timed } from '../../stats.ts'
import { get, post, Wire } from '../../wire.ts'
import { pageSql } from './lists.ts'

const depth = 30
const many = 1000
const turns = 150

/**
 * Measures the cost of sharing: a page of 50 links 30 levels below the shared collection, the tree of a person with 1,000
 * shared collections, and a save that notifies 1,000 members; each relative to raw SQL on the same rows.
 */
export async function sharing(world: World): Promise<Row[]> {
  const location = await createLocation(world.postgres)
  const server = await startServer(location)
  const raw = await openRawSql(location)
  try {
    const [ada, rosa] = [await signUp(server.port, 'ada'), await signUp(server.port, 'rosa')]
    const [adaUser, rosaUser] = await Promise.all([readUser(ada), readUser(rosa)])
    const site = { server, raw, ada, rosa, adaId: adaUser.user_id, rosaId: rosaUser.user_id }
    const change = await openChange(location, site.adaId)
    const commit = () => change.commit()
    const rows = [await deepPage(site, commit), await sharedTree(site, commit), await notifyingSave(site)]
    await change.close()
    return rows
  } finally {
    await raw.close()
    await server.stop()
    await location.remove()
  }
}

interface Site {
  server: Server
  raw: RawSql
  ada: Person
  rosa: Person
  adaId: string
  rosaId: string
}

const readUser = (who: Person) => who.ask<{ user_id: string; root_folder: string }>('user-data')
const newId = () => randomBytes(16).toString('base64url')
const folder = async (who: Person, name: string, parent?: string) =>
  (await who.ask<{ _id: string }>('create-folder', { name, parent }))._id
const share = (who: Person, folder_id: string, read_members: string[]) =>
  who.ask('set-folder-permissions', { folder_id, read: 1, write: 0, read_members })

async function deepPage({ server, raw, ada, rosa, rosaId }: Site, commit: () => Promise<void>): Promise<Row> {
  const top = await folder(ada, 'Level 1')
  let at = top
  for (let level = 2; level <= depth; level++) at = await folder(ada, `Level ${level}`, at)
  const links = Array.from({ length: 50 }, (_, n) => ({
    name: `Link number ${n}`,
    desc: 'A few words',
    category: 4,
    tags: ['one', 'two'],
  }))
  await ada.ask('add-links', { parent: at, links })
  await share(ada, top, [rosaId])
  if (raw.kind === 'postgres') await raw.run('analyze')
  const role = raw.prepare(`with recursive up(id, parent_id, read_level) as (
      select id, parent_id, read_level from collections where id = $1
      union all
      select c.id, c.parent_id, c.read_level from up join collections c on c.id = up.parent_id
    ) select max(1 + s.may_write) as member, max(up.read_level) as open
    from up left join shares s on s.collection_id = up.id and s.person_id = $2`)
  const rows = raw.prepare(pageSql(raw, 'l.collection_id = $1'))
  return beside(
    server,
    `page of 50 links, ${depth} levels deep in a shared collection, p50`,
    post('/api/get-folder-links-from-path', { folder_id: at }, rosa.token),
    async () => {
      await role(at, rosaId)
      await rows(at)
    },
    commit,
  )
}

async function sharedTree(site: Site, commit: () => Promise<void>): Promise<Row> {
  const { server, raw, ada, rosa, adaId, rosaId } = site
  const { root_folder: root } = await readUser(ada)
  const insert = raw.prepare(`insert into collections
    (id, owner_id, parent_id, name, name_key, descr, n1, n2, n3, n4, n5, folder_count, created_at, updated_at)
    values ($1, $2, $3, $4, $4, '', 0, 0, 0, 0, 0, 0, 0, 0)`)
  const letIn = raw.prepare(
    `insert into shares (collection_id, person_id, owner_id, may_write, created_at) values ($1, $2, $3, 0, 0)`,
  )
  await raw.run('begin')
  for (let n = 0; n < many; n++) {
    const id = newId()
    await insert(id, adaId, root, `shared ${n}`)
    await letIn(id, rosaId, adaId)
  }
  await raw.run('commit')
  if (raw.kind === 'postgres') await raw.run('analyze')
  const tree = raw.prepare(`with recursive mine(id, may_write) as (
      select s.collection_id, s.may_write from shares s where s.person_id = $1
    ), down(id) as (
      select id from mine
      union
      select c.id from down join collections c on c.parent_id = down.id and c.trashed_by is null
    ) select c.id, c.parent_id, c.name, c.n1, c.n2, c.n3, c.n4, c.n5, m.may_write, u.name as owner
    from down join collections c on c.id = down.id left join mine m on m.id = c.id
    join "user" u on u.id = c.owner_id order by c.name_key, c.id`)
  if ((await tree(rosaId)).length < many) throw new Error('The tree is incomplete.')
  return beside(
    server,
    `tree of ${many.toLocaleString('en')} shared collections, p50`,
    post('/api/get-shared-chain', {}, rosa.token),
    () => tree(rosaId),
    commit,
  )
}

async function beside(
  server: Server,
  promise: string,
  call: Buffer,
  sql: () => unknown,
  commit: () => Promise<void>,
): Promise<Row> {
  const wire = await Wire.open(server.port)
  const empty = get('/api/health')
  const afterInvalidation = async (read: () => Promise<number>) => {
    await commit()
    return read()
  }
  const taken = await inTurns(
    {
      empty: () => wire.time(empty),
      page: () => afterInvalidation(() => wire.time(call)),
      sql: () => afterInvalidation(() => timed(sql)),
    },
    turns,
  )
  wire.close()
  const [figure, zero, raw] = [median(taken.page), median(taken.empty), median(taken.sql)]
  // A call also authenticates the caller, looks up the collection and serialises the response. Where the database does as
  // little work as here, that adds half of the baseline; therefore 2.5 instead of 2.
  return atMost(2.5, promise, figure, zero + raw, `empty ${zero.toFixed(2)} + SQL ${raw.toFixed(2)} ms`)
}

/** Measures saving a link that notifies 1,000 members, relative to one transaction that writes the same rows. */
async function notifyingSave({ server, raw, ada, adaId }: Site): Promise<Row> {
  const folderId = await folder(ada, 'Everybody')
  const person =
    raw.prepare(`insert into people (id, plan, root_id, theme, view_links, view_folders, load_links,
      last_category, announcements, created_at) values ($1, 1, $1, 0, 1, 4, 1, 3, '[]', 0)`)
  const letIn = raw.prepare(
    `insert into shares (collection_id, person_id, owner_id, may_write, created_at) values ($1, $2, $3, 0, 0)`,
  )
  await raw.run('begin')
  for (let n = 0; n < many; n++) {
    const id = newId()
    await person(id)
    await letIn(folderId, id, adaId)
  }
  await raw.run('commit')
  if (raw.kind === 'postgres') await raw.run('analyze')
  const writer = rawWriter(raw, { ownerId: adaId, collectionId: folderId }, new Map())
  const random =
    raw.kind === 'postgres' ? `replace(gen_random_uuid()::text, '-', '')` : `lower(hex(randomblob(16)))`
  const tell =
    raw.prepare(`insert into notifications (id, person_id, action, collection_id, from_id, count, subject, updated_at)
    select ${random}, person_id, 'add_link', collection_id, owner_id, 1, 'Sent', 1 from shares
    where collection_id = $1 order by person_id
    on conflict (person_id, action, collection_id) where read_at is null do update set
      count = notifications.count + 1, subject = excluded.subject, updated_at = excluded.updated_at`)
  const log = raw.prepare(`insert into activities
      (id, owner_id, collection_id, by_id, kind, other_id, batch, count, subjects, at)
    select ${random}, owner_id, id, owner_id, 'add_links', '', '0', 1, 'Sent', 1 from collections where id = $1
    on conflict (batch, collection_id, kind, by_id, other_id) do update set
      count = activities.count + 1, subjects = excluded.subjects`)
  const wire = await Wire.open(server.port)
  const empty = get('/api/health')
  const form = { name: 'Visible to everyone', desc: 'A few words', category: 4, parent: folderId }
  const call = post('/api/save-link-from-input', form, ada.token)
  const taken = await inTurns(
    {
      empty: () => wire.time(empty),
      save: () => wire.time(call),
      sql: () =>
        timed(async () => {
          await raw.run(raw.kind === 'postgres' ? 'begin' : 'begin immediate')
          await writer.link({ title: form.name, address: '', descr: form.desc, tags: [] })
          await writer.counters(1)
          await tell(folderId)
          await log(folderId)
          await raw.run('commit')
        }),
    },
    60,
  )
  wire.close()
  const [figure, zero, sql] = [median(taken.save), median(taken.empty), median(taken.sql)]
  const note = `empty ${zero.toFixed(2)} + transaction ${sql.toFixed(2)} ms`
  return atMost(2, `save that notifies ${many.toLocaleString('en')} members, p50`, figure, zero + sql, note)
}
