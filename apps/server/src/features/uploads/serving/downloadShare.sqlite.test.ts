import { downloadUrl } from '@nestmark/contract/files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { saveFile, toAudio } from '../../../test/support/files.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Larger than what the connection of a client that reads nothing takes. */
const size = 30_000_000

test('S11 a person who reads no download holds only a share, gets a refusal beyond it, and others get their downloads', async () => {
  const [ada, willem] = [await signIn(app, 'ada', 2), await signIn(app, 'willem', 2)]
  const toAddress = async (person: Person, bytes: number) => {
    const link = await saveFile(app, person, toAudio(bytes))
    return app.origin + (await person.call(downloadUrl, { link_id: link._id })).url
  }
  const [large, small] = [await toAddress(ada, size), await toAddress(willem, 1000)]
  const ending = new AbortController()
  const { signal } = ending
  const waiting = Array.from({ length: 60 }, () => fetch(large, { signal }).catch(() => null))
  const { downloads } = app.services
  await expect.poll(() => downloads.counts()).toEqual({ running: 40, waiting: 20 })
  const refused = await fetch(large, { signal })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect(Buffer.from(await (await fetch(small)).arrayBuffer()).length).toBe(1000)
  ending.abort()
  await Promise.all(waiting)
  await expect.poll(() => downloads.counts()).toEqual({ running: 0, waiting: 0 })
  expect((await fetch(large, { headers: { range: 'bytes=0-9' } })).status).toBe(206)
})
