import { downloadUrl } from '@nestmark/contract/files'
import { getLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ObjectStore,
  startObjectStore,
} from '../../apps/server/src/blobStorage/testing/objectStore.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { readVideo, saveMedia } from '../support/mediaFixture.ts'
import { press } from '../support/menuCheck.ts'
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'

let bucket: ObjectStore
let env: TestEnvironment
let ada: Person
beforeAll(async () => {
  bucket = await startObjectStore()
  env = await startEnvironment({ files: { store: 's3', folder: '', s3: bucket.settings, isDirect: true } })
  bucket.corsOrigin = env.app.origin
  ada = await env.signIn('ada', 2)
})
afterAll(async () => {
  await env.close()
  await bucket.close()
})

test('UPL-07 the page captures a thumbnail from a video that the bucket sends', async () => {
  const options = { name: 'drip-edge', type: 'video/webm' }
  const link = await saveMedia(env.app, ada, readVideo('large'), options, { width: 1280, height: 720 })
  const file = await ada.call(downloadUrl, { link_id: link._id })
  const { status } = await fetch(env.app.origin + file.url, { redirect: 'manual' })
  expect(status).toBe(302)
  const page = await env.open(ada, `/l/${link._id}`)
  await press(page, page.getByRole('button', { name: /actions for/i }).first())
  await press(page, page.getByRole('menuitem', { name: 'Edit', exact: true }))
  await press(page, page.getByRole('button', { name: 'Capture thumbnail from the video' }))
  const editor = page.getByRole('dialog', { name: 'Capture thumbnail from the video' })
  await press(page, editor.getByRole('button', { name: 'Capture', exact: true }))
  await editor.getByRole('radio', { name: /Picture at/ }).waitFor()
  await press(page, page.getByRole('button', { name: 'Use this thumbnail' }))
  await press(page, page.getByRole('button', { name: 'Update', exact: true }))
  await expect
    .poll(async () => (await ada.call(getLink, { link_id: link._id })).link!.thumbnail)
    .toMatch(/^\/pictures\//)
})
