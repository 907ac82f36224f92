import { Readable } from 'node:stream'
import { readFilesAgain } from '@nestmark/contract/files'
import { getLink, saveLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createMediaProcesses, type MediaLimits } from '../../../media/mediaProcesses.ts'
import { type FileStore, StoreError } from '../../../blobStorage/fileStore.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { saveFile, uploadFile } from '../../../test/support/files.ts'
import { patientLimits, writeMediaProgram } from '../../../test/support/mediaProgram.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { drawHalves } from '../../../test/support/pictureSamples.ts'
import { waitForReading } from '../../../test/support/reading.ts'
import { createSound } from '../../../test/support/recordingSamples.ts'
import { preparePageText } from '../../copies/reading/pageTexts.ts'
import { readFile } from './readFile.job.ts'
import { queueSweep, sweepFilesKind } from '../storage/sweepFiles.job.ts'
import { putObject } from '../../../blobStorage/testing/putObject.testing.ts'

const { program, remove } = writeMediaProgram()
let app: TestApp
let ada: Person
let store: FileStore
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  store = { ...app.services.fileStore }
})
afterEach(() => {
  app.services.media = createMediaProcesses(patientLimits)
  Object.assign(app.services.fileStore, store)
})
afterAll(async () => {
  await app.stop()
  remove()
})

/** Makes the processes evaluate files as code. */
function evaluateFiles(limits: Partial<MediaLimits> = {}) {
  app.services.media = createMediaProcesses({ ...patientLimits, ...limits }, program)
}
let saved = 0
/** Saves a file that `evaluateFiles` evaluates; no two have the same bytes. */
const saveCode = (person: Person, code: string) =>
  saveFile(app, person, Buffer.from(`ID3${code} /* ${++saved} */`.padEnd(100)))
const mediaOf = async (person: Person, { _id }: Link) =>
  (await person.call(getLink, { link_id: _id })).link.media!
const waitForMedia = async (person: Person, link: Link) => (await waitForReading(person, link._id)).media!
const jobsOf = async (link: Link) => {
  const rows = await app.services.db.read
    .selectFrom('jobs')
    .select(['payload', 'attempts', 'state', 'finished_at'])
    .where('kind', '=', 'readFile')
    .execute()
  return rows.filter(row => row.payload.includes(link._id))
}
const hang = 'for (;;);'
const eat =
  'globalThis.all = []; for (;;) { all.push(Buffer.alloc(20e6, 1)); await new Promise(setImmediate) }'

describe('U07 a process that fails', () => {
  test.each([
    ['exits', 'unavailable', 'process.exit(1)', {}],
    ['hangs', 'tooSlow', hang, { taskMs: { ...patientLimits.taskMs, recording: 3000 } }],
    ['uses too much memory', 'tooLarge', eat, { memory: 250_000_000 }],
  ] as const)(
    'U07 fails the reading when the process %s, can repeat it, and reads the next file',
    async (_what, failure, code, limits) => {
      evaluateFiles(limits)
      const link = await saveCode(ada, code)
      expect(await waitForMedia(ada, link)).toMatchObject({ state: 'failed', fault: failure })
      // These limits are for the failures; other files get all the time.
      evaluateFiles()
      const next = await saveCode(ada, 'return "next"')
      expect(await waitForMedia(ada, next)).toMatchObject({ state: 'ready', fault: null, title: 'next' })
      app.services.media = createMediaProcesses(patientLimits)
      await ada.call(readFilesAgain, { link_id: link._id })
      expect(await waitForMedia(ada, link)).toMatchObject({ state: 'ready', fault: null })
    },
  )

  test('U07 the files of one owner never hold up those of another', async () => {
    evaluateFiles()
    const eve = await signIn(app, 'eve', 2)
    const willem = await signIn(app, 'willem', 2)
    const hanging = [await saveCode(eve, hang), await saveCode(eve, hang), await saveCode(eve, hang)]
    const quick = await saveCode(willem, 'return "quick"')
    expect(await waitForMedia(willem, quick)).toMatchObject({ state: 'ready', title: 'quick' })
    for (const link of hanging) expect((await mediaOf(eve, link)).state).toBe('working')
  })
})

describe('UPL-02 reading again', () => {
  test('reads a damaged file that is complete again when a user requests it, and only then', async () => {
    const whole = await drawHalves(300, 200).png().toBuffer()
    // The pixels, in a chunk that is intact.
    const damaged = Buffer.from(whole).fill(0, whole.indexOf('IDAT') + 4, whole.indexOf('IEND') - 8)
    const link = await saveFile(app, ada, damaged, { type: 'image/png' })
    expect(await waitForMedia(ada, link)).toMatchObject({ state: 'failed', fault: 'unreadable' })
    const { db, fileStore } = app.services
    const { blob_id } = await db.read
      .selectFrom('files')
      .select('blob_id')
      .where('link_id', '=', link._id)
      .executeTakeFirstOrThrow()
    await putObject(fileStore, blob_id, whole)
    await ada.call(readFilesAgain, { link_id: link._id })
    expect(await waitForMedia(ada, link)).toMatchObject({ state: 'ready', fault: null, width: 300 })
    const jobs = (await jobsOf(link)).length
    await ada.call(readFilesAgain, { link_id: link._id })
    expect([jobs, (await jobsOf(link)).length]).toEqual([2, 2])
  })

  test('the next cleanup marks a file whose job failed as failed, and a user can have it read again', async () => {
    const link = await saveFile(app, ada, await createSound('wav'), { type: 'audio/wav' })
    await waitForMedia(ada, link)
    // The result is visible before its job has ended.
    await expect.poll(async () => (await jobsOf(link)).every(job => job.finished_at !== null)).toBe(true)
    const { db } = app.services
    const setWorking = () =>
      db.write(tx =>
        tx.updateTable('files').set({ state: 'working' }).where('link_id', '=', link._id).execute(),
      )
    await setWorking()
    await readFile(app.services, preparePageText).cleanUp!()
    expect(await mediaOf(ada, link)).toMatchObject({ state: 'failed', fault: 'unavailable' })
    await ada.call(readFilesAgain, { link_id: link._id })
    // Its job is there now.
    await readFile(app.services, preparePageText).cleanUp!()
    expect((await waitForMedia(ada, link)).state).toBe('ready')
  })
})

test('U07 a server with MEDIA_WORKERS=0 leaves the files to other servers', async () => {
  const web = await startApp({ mediaWorkers: 0 })
  try {
    const person = await signIn(web, 'ada', 2)
    const link = await saveFile(web, person, await createSound('wav'), { type: 'audio/wav' })
    // A job that was queued later has ended.
    await queueSweep(web.services)
    web.services.jobs.wake()
    const swept = () =>
      web.services.db.read
        .selectFrom('jobs')
        .select('id')
        .where('queue', '=', sweepFilesKind)
        .where('finished_at', 'is not', null)
        .execute()
    await expect.poll(async () => (await swept()).length).toBeGreaterThan(0)
    expect((await mediaOf(person, link))?.state).toBe('working')
  } finally {
    await web.stop()
  }
})

describe('U07 a store that fails', () => {
  /** Uploads a sound, breaks the store, and saves a link with the sound. */
  async function saveUnreadable(container: 'ogg' | 'wav', read: FileStore['read']): Promise<Link> {
    const type = `audio/${container}`
    const file = await uploadFile(app, ada, await createSound(container), { type })
    app.services.fileStore.read = read
    return ada.call(saveLink, { name: 'Sound', category: 5, s3_key: [{ file }] })
  }

  test('tries a reading again while the store is unavailable, and fails at the end', async () => {
    let calls = 0
    const link = await saveUnreadable('ogg', async () => {
      calls++
      throw new StoreError('unavailable', 'The store does not answer.')
    })
    for (let attempt = 1; attempt <= 4; attempt++) {
      await expect.poll(() => calls).toBe(attempt)
      if (attempt === 4) break
      const waiting = { attempts: attempt, finished_at: null, state: 'queued' }
      await expect.poll(async () => (await jobsOf(link))[0]).toMatchObject(waiting)
      expect((await mediaOf(ada, link)).state).toBe('working')
      app.clock.now += 1_000_000
      app.services.jobs.wake()
    }
    expect(await waitForMedia(ada, link)).toMatchObject({ state: 'failed', fault: 'unavailable' })
    Object.assign(app.services.fileStore, store)
    await ada.call(readFilesAgain, { link_id: link._id })
    expect(await waitForMedia(ada, link)).toMatchObject({ state: 'ready', duration: 2000 })
  })

  test('marks a file whose object is missing or cut as lost', async () => {
    const missing = await saveUnreadable('wav', async () => null)
    expect((await waitForMedia(ada, missing)).state).toBe('lost')
    Object.assign(app.services.fileStore, store)
    const cut = await saveUnreadable('ogg', async () => Readable.from([Buffer.from('OggS')]))
    expect((await waitForMedia(ada, cut)).state).toBe('lost')
  })
})
