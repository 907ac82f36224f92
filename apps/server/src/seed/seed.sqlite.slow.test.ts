import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environment } from '../test/resilience/serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../test/resilience/fixture.testing.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../seed.ts')
let fixture: OwnFixture
beforeAll(async () => {
  fixture = await newFixture()
})
afterAll(() => fixture.remove())

const seed = (env: Record<string, string> = {}) =>
  run(process.execPath, [program], { env: environment({ ...fixture, env }) })

test(
  'the demo data: four people, every category, deep collections, pictures, trash; a second run adds nothing',
  { timeout: 240_000 },
  async () => {
    const first = await seed()
    expect(first.stdout).toMatch(/ada@example\.org .*owner.*\n[^]*password "nest of twigs and eggs"/)
    const readAll = () =>
      fixture.look(async ({ read }) => ({
        links: await read
          .selectFrom('links')
          .select(['title', 'category', 'trashed_at', 'created_at'])
          .orderBy('title')
          .execute(),
        collections: await read
          .selectFrom('collections')
          .select(['name', 'trashed_at', 'updated_at'])
          .orderBy('name')
          .orderBy('owner_id')
          .execute(),
        pictures: (await read.selectFrom('pictures').select('id').execute()).length,
        people: (await read.selectFrom('people').select('plan').orderBy('plan').execute()).map(
          row => row.plan,
        ),
        shares: (await read.selectFrom('shares').select('may_write').execute()).length,
        suggestions: (await read.selectFrom('suggestions').select('state').orderBy('state').execute()).map(
          row => row.state,
        ),
        notifications: await read
          .selectFrom('notifications')
          .select(['person_id', 'action', 'count', 'read_at'])
          .orderBy('seq')
          .execute(),
        activities: await read
          .selectFrom('activities')
          .select(['kind', 'by_id', 'at'])
          .orderBy('seq')
          .execute(),
        jobs: await read.selectFrom('jobs').select('id').execute(),
      }))
    const seeded = await readAll()
    expect(seeded.links.length).toBeGreaterThanOrEqual(60)
    expect([...new Set(seeded.links.map(link => link.category))].sort()).toEqual([1, 2, 3, 4, 5])
    expect(seeded.links.filter(link => link.trashed_at !== null)).toHaveLength(3)
    expect(seeded.collections.filter(each => each.trashed_at !== null)).toHaveLength(1)
    expect(seeded.pictures).toBeGreaterThan(20)
    expect(seeded.people).toEqual([1, 1, 2, 2])
    expect(seeded.shares).toBe(5)
    // Every page of suggestions, notifications and activity has content, for each person.
    expect([...new Set(seeded.suggestions)]).toEqual(['approved', 'pending', 'rejected'])
    expect(new Set(seeded.notifications.map(each => each.person_id)).size).toBe(4)
    expect(new Set(seeded.notifications.map(each => each.action)).size).toBeGreaterThanOrEqual(7)
    expect(seeded.notifications.some(each => each.read_at === null)).toBe(true)
    expect(seeded.notifications.some(each => each.read_at !== null)).toBe(true)
    expect(new Set(seeded.activities.map(each => each.kind)).size).toBeGreaterThanOrEqual(7)
    expect(new Set(seeded.activities.map(each => each.by_id)).size).toBe(2)
    // Nothing waits to be fetched.
    expect(seeded.jobs).toEqual([])
    expect(await fixture.wrong()).toEqual([])

    expect((await seed()).stdout).toContain('is here already')
    expect(await readAll()).toEqual(seeded)
  },
)

test('rejects the demo data on a public server', async () => {
  await expect(seed({ PUBLIC_URL: 'https://links.example.org' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('PUBLIC_URL is set'),
  })
})
