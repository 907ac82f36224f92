import autocannon from 'autocannon'
import { openChange } from '../../change.ts'
import { probe } from '../../inputs/generate.ts'
import { type RawSql, openRawSql } from '../../serverLocation.ts'
import { atMost, type Row, type Site, type World } from '../../benchmark.ts'
import { inTurns, median, timed } from '../../stats.ts'
import { get, post, Wire } from '../../wire.ts'

const turns = 1000
const connections = 16

/**
 * Measures a page of 50 links with tags: sequentially, on a small and on a large library, and under load. A commit
 * precedes each page, so that the server reads it from the database; a page that is unchanged since the last request
 * is measured as well.
 */
export async function lists(world: World): Promise<Row[]> {
  const small = await openSite(world.small)
  const large = await openSite(world.large)
  const taken = await inTurns(
    {
      ...prefixNames('small', small),
      ...prefixNames('large', large),
    },
    turns,
  )
  const p50 = (name: keyof typeof taken) => median(taken[name])
  const rows = [
    toRow(world.small, 'a collection', p50('smallFolder'), p50('smallEmpty'), p50('smallFolderSql')),
    toRow(world.small, 'the dashboard', p50('smallDashboard'), p50('smallEmpty'), p50('smallDashboardSql')),
    toRow(world.large, 'a collection', p50('largeFolder'), p50('largeEmpty'), p50('largeFolderSql')),
    toRow(world.large, 'the dashboard', p50('largeDashboard'), p50('largeEmpty'), p50('largeDashboardSql')),
    toRow(
      world.large,
      'a collection, unchanged',
      p50('largeAgain'),
      p50('largeEmpty'),
      p50('largeFolderSql'),
    ),
    slower('a collection', p50('largeFolder'), p50('smallFolder')),
    slower('the dashboard', p50('largeDashboard'), p50('smallDashboard')),
  ]
  for (const site of [small, large]) await site.close()
  rows.push(await underLoad(world.large))
  return rows
}

function toRow({ links }: Site, what: string, figure: number, empty: number, sql: number): Row {
  const note = `empty ${empty.toFixed(2)} + SQL ${sql.toFixed(2)} ms`
  return atMost(2, `page of ${what}, ${links.toLocaleString('en')} links, p50`, figure, empty + sql, note)
}

function slower(what: string, large: number, small: number): Row {
  return {
    promise: `page of ${what}, large library relative to small`,
    figure: large / small,
    unit: 'times',
    limit: 1.5,
    better: 'less',
    ratio: large / small,
  }
}

interface OpenSite {
  empty: () => Promise<number>
  folder: () => Promise<number>
  again: () => Promise<number>
  folderSql: () => Promise<number>
  dashboard: () => Promise<number>
  dashboardSql: () => Promise<number>
  close(): Promise<void>
}

const folderCall = ({ folder, person }: Site) =>
  post('/api/get-folder-links-from-path', { folder_id: folder }, person.token)

async function openSite(site: Site): Promise<OpenSite> {
  const { server, person, location, folder, personId } = site
  const wire = await Wire.open(server.port)
  const raw = await openRawSql(location)
  const inFolder = raw.prepare(pageSql(raw, `l.collection_id = $1`))
  const inLibrary = raw.prepare(pageSql(raw, `l.owner_id = $1`))
  for (const rows of [await inFolder(folder), await inLibrary(personId)])
    if (rows.length !== probe.linksInFolder) throw new Error(`The page has ${rows.length} rows.`)
  const emptyCall = get('/api/health')
  const dashboardCall = post('/api/dashboard-links', {}, person.token)
  const call = folderCall(site)
  const change = await openChange(location, personId)
  const afterInvalidation = async (read: () => Promise<number>) => {
    await change.commit()
    return read()
  }
  return {
    empty: () => wire.time(emptyCall),
    folder: () => afterInvalidation(() => wire.time(call)),
    again: () => wire.time(call),
    folderSql: () => afterInvalidation(() => timed(() => inFolder(folder))),
    dashboard: () => afterInvalidation(() => wire.time(dashboardCall)),
    dashboardSql: () => afterInvalidation(() => timed(() => inLibrary(personId))),
    close: async () => {
      await change.close()
      wire.close()
      await raw.close()
    },
  }
}

function prefixNames<Name extends string>(name: Name, { close: _close, ...sides }: OpenSite) {
  return Object.fromEntries(
    Object.entries(sides).map(([side, run]) => [
      `${name}${side.charAt(0).toUpperCase()}${side.slice(1)}`,
      run,
    ]),
  ) as Record<`${Name}${Capitalize<keyof typeof sides>}`, () => Promise<number>>
}

/** Returns a single statement that reads the rows of the page; it stays prepared. */
export function pageSql({ kind }: RawSql, filter: string): string {
  const tags =
    kind === 'postgres'
      ? `coalesce(json_agg(json_build_array(t.id, t.name) order by lt.position), '[]')::text`
      : `json_group_array(json_array(t.id, t.name) order by lt.position)`
  return `select l.id, l.category, l.sub_category, l.title, l.address, l.descr, l.picture_id, l.video_type, l.check_list,
      l.desc_toggle, l.is_public, l.is_scraped, l.created_at, l.updated_at, l.version, l.collection_id, c.name as collection_name,
      (select ${tags} from link_tags lt join tags t on t.seq = lt.tag_seq where lt.link_seq = l.seq) as tags
    from links l join collections c on c.id = l.collection_id and c.trashed_by is null
    where ${filter} and l.trashed_at is null
    order by l.created_at desc, l.seq desc limit 50`
}

/** Measures pages per second on 16 connections, relative to empty responses per second. */
async function underLoad(site: Site): Promise<Row> {
  const { server, person, folder } = site
  const rate = async (options: object) => {
    const result = await autocannon({ connections, duration: 1, ...options })
    if (result.non2xx > 0 || result.errors > 0) throw new Error('A response under load was not successful.')
    return (result['2xx'] * 1000) / (result.finish.getTime() - result.start.getTime())
  }
  const empty = { url: `http://127.0.0.1:${server.port}/api/health` }
  const page = {
    url: `http://127.0.0.1:${server.port}/api/get-folder-links-from-path`,
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ folder_id: folder }),
  }
  const taken = await inTurns({ empty: () => rate(empty), page: () => rate(page) }, 7, 1)
  const pages = median(taken.page)
  const answers = median(taken.empty)
  return {
    promise: `page of a collection, ${connections} connections`,
    figure: pages,
    unit: 'a second',
    limit: answers / 4,
    better: 'more',
    ratio: pages / answers,
    note: `empty ${Math.round(answers)} a second`,
  }
}
