import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDiskStore } from '../../files/diskStore.ts'
import { FilesDirError, openFileStore } from '../../files/openStore.ts'
import { admin } from '../../test/support/admin.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { scratchDir } from '../../test/support/scratch.ts'
import { assertFileStore, FileStoreMismatchError } from './assertFileStore.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp()
  folder = scratchDir()
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

test('F16 a start with another folder of files ends with a message, until the operator accepts it', async () => {
  const { db, fileStore, config } = app.services
  await assertFileStore(db, fileStore)
  const other = await openDiskStore(folder)
  expect(await other.readMark()).toBe(await (await openDiskStore(folder)).readMark())
  await expect(assertFileStore(db, other)).rejects.toThrow(FileStoreMismatchError)
  expect((await admin(config, 'accept-files')).code).toBe(0)
  await assertFileStore(db, other)
  await expect(assertFileStore(db, fileStore)).rejects.toThrow(/Set FILES_DIR to the former folder/)
})

test('F05 a folder of files that cannot be created is named', async () => {
  const opening = openFileStore({ kind: 'disk', folder: '/dev/null/files' })
  await expect(opening).rejects.toThrow(FilesDirError)
  await expect(opening).rejects.toThrow('FILES_DIR "/dev/null/files" cannot be used')
})
