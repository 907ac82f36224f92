import * as storage from '@nestmark/contract/storage'
import type { TestApp } from '../support/app.ts'
import { saveFile, toAudio } from '../support/files.ts'
import type { Person } from '../support/people.ts'
import type { Recorder } from './record.testing.ts'

/** Lists the storage used by links, and removes and restores a file. */
export async function tourOfStorage(
  app: TestApp,
  call: <T = never>(op: Parameters<Recorder['call']>[0], input?: Record<string, unknown>) => Promise<T>,
  person: Person,
  parent: string,
): Promise<void> {
  const { _id } = await saveFile(app, person, toAudio(64_000), { name: 'Oven, recorded', parent })
  await call(storage.getStorageDetails)
  await call(storage.listStoredLinks, { kind: 'files' })
  const { undo } = await call<{ undo: string }>(storage.removeStoredFiles, {
    linkIdArr: [_id],
    what: 'files',
  })
  await call(storage.restoreStoredFiles, { undo })
}
