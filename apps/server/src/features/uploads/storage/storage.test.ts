import { cancelUpload, finishUpload, type UploadState } from '@nestmark/contract/files'
import { deleteLinks, saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { getProfile, getUserData } from '@nestmark/contract/session'
import { removeStoredFiles, restoreStoredFiles } from '@nestmark/contract/storage'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, sendParts, toAudio } from '../../../test/support/files.ts'
import { filesRead } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { sweep } from './sweepFiles.job.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const contents = [30, 400, 5000].map(toAudio)

type Step =
  | { do: 'begin' | 'upload' | 'uploadTwice'; content: number }
  | { do: 'save'; which: number; trashed: boolean }
  | { do: 'recategorise'; which: number; category: number }
  | { do: 'delete' | 'cancel' | 'remove' | 'restore'; which: number }
  | { do: 'expire' }

const content = fc.nat(contents.length - 1)
const which = fc.nat(20)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('begin', 'upload', 'uploadTwice'), content }),
  fc.record({ do: fc.constant('save' as const), which, trashed: fc.boolean() }),
  fc.record({ do: fc.constant('recategorise' as const), which, category: fc.constantFrom(1, 2, 4, 5) }),
  fc.record({ do: fc.constantFrom('delete', 'cancel', 'remove', 'restore'), which }),
  fc.record({ do: fc.constant('expire' as const) }),
)

interface StoredLink {
  id: string
  content: number
  category: number
  savedAt: number
}

/** What a library must hold, counted by hand. */
class Model {
  /** Uploads that are complete and not part of a link, by key. */
  ready: { key: string; id: string; content: number }[] = []
  open: UploadState[] = []
  links: StoredLink[] = []
  /** Links whose files were removed and can be restored. */
  removed: { link: StoredLink; undo: string }[] = []

  /** Returns the bytes of all contents, and by category of the first link that has them. */
  count() {
    const categories = [0, 0, 0, 0, 0]
    let used = 0
    for (const [n, bytes] of contents.entries()) {
      const first = this.links.find(link => link.content === n)
      if (first || this.ready.some(upload => upload.content === n)) used += bytes.length
      if (first) categories[first.category - 1]! += bytes.length
    }
    return [used, ...categories]
  }
}

async function run(person: Person, model: Model, given: Step): Promise<void> {
  app.clock.now += 1000
  const upload = async (n: number) => {
    const bytes = contents[n]!
    const begun = await beginUpload(person, bytes.length)
    await sendParts(app, person, begun, bytes)
    const { key } = await person.call(finishUpload, { upload_id: begun.upload_id })
    model.ready.push({ key, id: begun.upload_id, content: n })
  }
  const pick = <T>(list: T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
  switch (given.do) {
    case 'begin':
      model.open.push(await beginUpload(person, contents[given.content]!.length))
      return
    case 'upload':
      return upload(given.content)
    case 'uploadTwice':
      await Promise.all([upload(given.content), upload(given.content)])
      return
    case 'save': {
      const chosen = pick(model.ready, given.which)
      if (!chosen) return
      const s3_key = [{ file: chosen.key }]
      const { _id } = await person.call(saveLink, { name: 'Song', category: 5, s3_key })
      if (given.trashed) await person.call(trashLinks, { linkIdArr: [_id] })
      model.ready = model.ready.filter(each => each !== chosen)
      model.links.push({ id: _id, content: chosen.content, category: 5, savedAt: app.clock.now })
      return
    }
    case 'recategorise': {
      const link = pick(model.links, given.which)
      if (!link) return
      await person.call(updateLink, { link_id: link.id, category: given.category })
      link.category = given.category
      return
    }
    case 'delete': {
      const link = pick(model.links, given.which)
      if (!link) return
      await person.call(deleteLinks, { linkIdArr: [link.id] })
      model.links = model.links.filter(each => each !== link)
      return
    }
    case 'cancel': {
      const chosen = pick(
        [...model.ready.map(each => each.id), ...model.open.map(each => each.upload_id)],
        given.which,
      )
      if (chosen === undefined) return
      await person.call(cancelUpload, { upload_id: chosen })
      model.ready = model.ready.filter(each => each.id !== chosen)
      model.open = model.open.filter(each => each.upload_id !== chosen)
      return
    }
    case 'remove': {
      const link = pick(model.links, given.which)
      if (!link) return
      const { undo } = await person.call(removeStoredFiles, { linkIdArr: [link.id] })
      model.links = model.links.filter(each => each !== link)
      model.removed.push({ link, undo: undo! })
      return
    }
    case 'restore': {
      const chosen = pick(model.removed, given.which)
      if (!chosen) return
      await person.call(restoreStoredFiles, { undo: chosen.undo })
      model.removed = model.removed.filter(each => each !== chosen)
      model.links = [...model.links, chosen.link].sort((a, b) => a.savedAt - b.savedAt)
      return
    }
    case 'expire':
      await filesRead(app)
      app.clock.now += 86_400_000
      await sweep(app.services)
      model.ready = []
      model.open = []
      model.removed = []
  }
}

test('UPL-09 U06 the reported storage equals a recount to the byte, whatever users upload, save, delete and cancel', async () => {
  const steps = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async list => {
    const person = await signIn(app, 'ada', 2)
    const model = new Model()
    for (const each of list) {
      await run(person, model, each)
      const profile = await person.call(getProfile, {})
      const { see, watch, explore, read, listen } = profile.storage_cat
      expect([profile.storage_used, see, watch, explore, read, listen]).toEqual(model.count())
    }
    const { count: _, ...storage } = await person.call(getProfile, {})
    expect(await person.call(getUserData, {})).toMatchObject(storage)
    const { reserved_bytes } = await app.services.db.read
      .selectFrom('people')
      .select('reserved_bytes')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(reserved_bytes).toBe(model.open.reduce((sum, upload) => sum + upload.size, 0))
    await filesRead(app)
    expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  })
  await fc.assert(steps, { numRuns: 15, endOnFailure: true })
})
