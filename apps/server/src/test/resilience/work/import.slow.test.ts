import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { jobStatus } from '@nestmark/contract/jobs'
import { bookmarkFile } from '../bookmarkFile.testing.ts'
import { listChildProcesses } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp, type Visitor } from '../visitor.testing.ts'

/** Large enough that a separate process imports them. */
const links = 2500
const killAt = [0.1, 0.5, 0.51]

let fixture: OwnFixture
beforeEach(async () => {
  fixture = await newFixture()
})
afterEach(() => fixture.remove())

test(
  'F02 kill -9 during an import of 2,500 links: it resumes and ends like an uninterrupted import',
  { timeout: 240_000 },
  async () => {
    const file = bookmarkFile(links)
    let server = await fixture.start()
    let ada = await signUp(server.origin, 'ada')
    const job = await ada.importFile(file.html)

    for (const share of killAt) {
      await untilDone(ada, job, share * links)
      const children = listChildProcesses(server.pid)
      await server.end('SIGKILL')
      server = await fixture.start()
      expect(await fixture.wrong()).toEqual([])
      await fixture.leasesEnd()
      // No child process keeps working for a killed server.
      await expect.poll(() => children.filter(pid => existsSync(`/proc/${pid}`))).toEqual([])
      ada = ada.at(server.origin)
      const before = (await ada.call(jobStatus, { job })).done
      await untilDone(ada, job, before + 1)
    }

    const end = await ada.jobEnd(job)
    expect(end).toMatchObject({
      state: 'done',
      report: { links, folders: file.tree.size, skipped: 0, rows: [] },
    })
    expect(await treeOf(fixture)).toEqual(file.tree)
    expect(await fixture.wrong()).toEqual([])

    const again = await ada.jobEnd(await ada.importFile(file.html))
    expect(again.report).toMatchObject({ links: 0, folders: 0, skipped: links })
    expect(await treeOf(fixture)).toEqual(file.tree)
    expect(await fixture.wrong()).toEqual([])
  },
)

test(
  'F02 kill -9 during imports of small files in a process of the server: each ends with all of its links exactly once',
  { timeout: 240_000 },
  async () => {
    const links = 1200
    const file = bookmarkFile(links)
    let server = await fixture.start()
    let ada = await signUp(server.origin, 'ada')
    const before = await ada.jobEnd(await ada.importFile(bookmarkFile(10).html))
    expect(before).toMatchObject({ state: 'done', report: { links: 10 } })
    const people = [await signUp(server.origin, 'bob'), await signUp(server.origin, 'cleo')]
    const jobs = await Promise.all(people.map(who => who.importFile(file.html)))
    await untilDone(people[0]!, jobs[0]!, 100)
    await server.end('SIGKILL')
    expect(await fixture.wrong()).toEqual([])
    await fixture.leasesEnd()
    server = await fixture.start()
    for (const [at, who] of people.entries())
      expect(await who.at(server.origin).jobEnd(jobs[at]!)).toMatchObject({
        state: 'done',
        report: { links, folders: file.tree.size, skipped: 0, rows: [] },
      })
    const counted = await fixture.look(({ read }) =>
      read
        .selectFrom('links')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    )
    expect(Number(counted.n)).toBe(2 * links + 10)
    expect(await fixture.wrong()).toEqual([])
  },
)

async function untilDone(who: Visitor, job: string, rows: number): Promise<void> {
  for (;;) {
    const { done, state } = await who.call(jobStatus, { job })
    if (done >= rows || state === 'done') return
    if (state === 'failed') throw new Error('The import failed.')
    await pause(20)
  }
}

/** Returns the number of links directly in each imported collection, by its path from the root; duplicates are detected. */
async function treeOf({ look }: OwnFixture): Promise<Map<string, number>> {
  return look(async ({ read }) => {
    const collections = await read.selectFrom('collections').select(['id', 'name', 'parent_id']).execute()
    const counted = await read
      .selectFrom('links')
      .select(({ fn }) => [
        'collection_id',
        fn.countAll<number>().as('n'),
        fn.count<number>('address').distinct().as('m'),
      ])
      .groupBy('collection_id')
      .execute()
    const byId = new Map(collections.map(each => [each.id, each]))
    const wayOf = (id: string): string => {
      const { name, parent_id: parent } = byId.get(id)!
      return parent && byId.get(parent)!.parent_id ? `${wayOf(parent)}/${name}` : name
    }
    const tree = new Map<string, number>()
    for (const { collection_id: id, n, m } of counted) {
      const way = wayOf(id)
      tree.set(way, (tree.get(way) ?? 0) + (n === m ? n : -n))
    }
    return tree
  })
}

test('F02 kill -9 during an upload: discards the upload, and accepts the next one', async () => {
  let server = await fixture.start()
  const rosa = await signUp(server.origin, 'rosa')
  const { hostname, port } = new URL(server.origin)
  const upload = request({ hostname, port, method: 'POST', path: '/api/import-bookmarks' })
  upload.setHeader('authorization', `Bearer ${rosa.token}`)
  upload.setHeader('content-type', 'multipart/form-data; boundary=cut')
  upload.on('error', () => undefined)
  upload.write('--cut\r\ncontent-disposition: form-data; name="file"; filename="b.html"\r\n\r\n')
  upload.write(bookmarkFile(1000).html)
  const openJobs = () =>
    fixture.look(({ read }) => read.selectFrom('jobs').selectAll().where('finished_at', 'is', null).execute())
  while ((await openJobs()).length === 0) await pause(20)
  await server.end('SIGKILL')

  await fixture.leasesEnd()
  server = await fixture.start()
  const file = bookmarkFile(200)
  const end = await rosa.at(server.origin).jobEnd(await rosa.at(server.origin).importFile(file.html))
  expect(end).toMatchObject({ state: 'done', report: { links: 200 } })
  expect(await openJobs()).toEqual([])
  expect(await fixture.wrong()).toEqual([])
})
