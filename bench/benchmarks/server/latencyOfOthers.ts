import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { probe } from '../../inputs/generate.ts'
import { collectionNamed, type Person } from '../../person.ts'
import type { ServerLocation } from '../../serverLocation.ts'
import type { Row } from '../../benchmark.ts'
import { measureHealth } from '../../healthLatency.ts'
import type { Server } from '../../server.ts'
import { timed } from '../../stats.ts'

/** Maximum number of ids per call. */
const idsPerCall = 1000
/** The limit for empty responses to others, in milliseconds; the 99th percentile. */
const limitMs = 250
/** Jobs are cancelled after this time, in milliseconds, because every batch does the same work. */
const jobMs = 6000

/** A call that reads or changes an entire library. Returns its job when the work runs in the background. */
type Work = (person: Person) => Promise<{ job?: string } | void>

const call =
  (path: string, body: object = {}): Work =>
  person =>
    person.ask(path, body)

const reads: Record<string, Work> = {
  'the tree': call('get-folder-chain'),
  'all tags': call('get-all-tags'),
  'the tags of a category': call('category-count'),
  'the profile': call('user-data'),
  'a search that matches everything': call('search-links-folders', { input: 'e' }),
  'the counts of a search': call('search-counts', { input: 'guide' }),
  'the last page': call('dashboard-links', { page: 10_000 }),
  'a late page by title': call('dashboard-links', { sort: 'title', page: 5000 }),
  'the storage': call('get-storage'),
  'a lookup of an address': call('find-saved', { link: 'https://nobody.example.org/at/all' }),
  'the favourites': call('get-all-favs'),
  'the trash': call('get-trashed-links'),
  'the links of the largest tag': async person => {
    const [{ _id }] = await largestTags(person)
    await person.ask('get-links-of-tag', { tag_id: _id, page: 1 })
  },
}

/** Returns the tags with the most links; the library has far more than three. */
const largestTags = (person: Person) =>
  person.ask<[Tag, Tag, Tag, ...Tag[]]>('get-all-tags', { page: 1, sort: 'links' })

/** Ordered: links are trashed before the trash is emptied. */
const changes: Record<string, Work> = {
  'adding a tag to all links': call('tag-links', { every: {}, added_tags_name: ['everywhere'] }),
  'renaming the largest tag': async person => {
    const [{ _id, name }] = await largestTags(person)
    return person.ask('update-tag', { tag_id: _id, tag_name: `${name} renamed` })
  },
  'merging two large tags': async person => {
    const [, into, from] = await largestTags(person)
    return person.ask('merge-tags', { tags: [from._id], into: into._id })
  },
  'deleting a large tag': async person => {
    const [, tag] = await largestTags(person)
    return person.ask('delete-tags', { tags: [tag._id] })
  },
  'adding all links to the favourites': call('fav-links', { every: {}, is_fav: 1 }),
  'moving all links': async person => {
    const { _id } = await person.ask<{ _id: string }>('create-folder', { name: 'Elsewhere' })
    return person.ask('move-links', { every: {}, move_to: _id })
  },
  'trashing all links': call('trash-links', { every: {} }),
  'emptying the trash of links': call('empty-trash', { type: 2 }),
  'moving collections': async person => {
    const { _id } = await person.ask<{ _id: string }>('create-folder', { name: 'Above' })
    return person.ask('move-folders', { folders: await topsBut(person, _id), move_to: _id })
  },
  'trashing collections': async person =>
    person.ask('trash-collections', { folderIdArr: await topsBut(person, ''), isTrash: 1 }),
  'emptying the trash of collections': call('empty-trash', { type: 1 }),
}

interface Tag {
  _id: string
  name: string
}

/** Returns the top-level collections, at most as many as one call accepts. */
async function topsBut(person: Person, but: string): Promise<string[]> {
  const { children } = await person.ask<{ children: { _id: string }[] }>('get-folder-chain')
  return children
    .map(each => each._id)
    .filter(id => id !== but)
    .slice(0, idsPerCall)
}

/**
 * Measures empty responses to others while one person reads a large library.
 * @param links the number of its links, formatted
 */
export async function besideReads({ port }: Server, person: Person, links: string): Promise<Row[]> {
  const folder_id = await collectionNamed(person, probe.folder)
  const all = {
    ...reads,
    'the activity of a collection': call('get-folder-activity', { folder_id, page: 1 }),
  }
  return measured(port, person, all, links)
}

/** Measures the same during changes, a backup, and the deletion of the account. */
export async function besideChanges(
  { port }: Server,
  location: ServerLocation,
  person: Person,
  links: string,
): Promise<Row[]> {
  const works = {
    'a backup': () => backUp(location),
    ...changes,
    'deleting an account': async each => {
      await each.ask('delete-account', { password: 'a long password of theirs' })
      await pause(jobMs)
    },
  } satisfies Record<string, Work>
  return measured(port, person, works, links)
}

async function measured(
  port: number,
  person: Person,
  works: Record<string, Work>,
  links: string,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, work] of Object.entries(works)) {
    let took = 0
    let left = false
    const p99 = await measureHealth(port, async () => {
      took = await timed(async () => {
        const answer = await work(person)
        left = answer?.job !== undefined
        if (answer?.job) await waitForEnd(person, answer.job)
      })
    })
    const note = left ? `${took.toFixed(0)} ms for its job` : `${took.toFixed(0)} ms for the call`
    rows.push({
      promise: `health during ${what}, ${links} links, p99`,
      figure: p99,
      unit: 'ms',
      limit: limitMs,
      better: 'less',
      note,
    })
    console.error(`  ${what}: ${p99.toFixed(1)} ms, ${note}`)
  }
  return rows
}

/** Waits until a job has ended, and cancels it after a while. */
async function waitForEnd(person: Person, job: string): Promise<void> {
  const begun = performance.now()
  for (let isCancelled = false; ;) {
    const { state } = await person.ask<{ state: string }>('job-status', { job })
    if (state !== 'queued' && state !== 'running') return
    if (!isCancelled && performance.now() - begun > jobMs) {
      isCancelled = true
      await person.ask('cancel-job', { job })
    }
    await pause(50)
  }
}

/** Runs `npm run admin -- backup` while the server is running. */
async function backUp(location: ServerLocation): Promise<void> {
  const program = join(import.meta.dirname, '../../../apps/server/src/admin.ts')
  const child = spawn(process.execPath, [program, 'backup', join(location.dataDir, 'backup')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: location.dataDir,
      ...(location.databaseUrl ? { DATABASE_URL: location.databaseUrl } : {}),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise(resolve => child.once('exit', resolve))
  if (code !== 0) throw new Error(`The backup ended with code ${String(code)}.`)
}
