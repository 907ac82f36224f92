import * as files from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links/links'
import type { TestApp } from '../support/app.ts'
import { sendParts, toAudio } from '../support/files.ts'
import type { Person } from '../support/people.ts'
import type { Recorder } from './record.testing.ts'

/** Uploads a recording in parts, saves it as a link, and asks for its address. */
export async function tourOfFiles(
  app: TestApp,
  call: <T = never>(op: Parameters<Recorder['call']>[0], input?: Record<string, unknown>) => Promise<T>,
  person: Person,
  parent: string,
): Promise<void> {
  const recording = toAudio(48_000)
  const file = { size: recording.length, content_type: 'audio/mpeg', parent }
  await call(files.uploadTarget, { key: 'kneading.mp3', ...file })
  const upload = await call<files.UploadState>(files.startUpload, { name: 'kneading.mp3', ...file })
  await sendParts(app, person, upload, recording)
  const upload_id = upload.upload_id
  await call(files.getUpload, { upload_id })
  const { key } = await call<{ key: string }>(files.finishUpload, { upload_id, peaks: [12, 180, 96, 44] })
  const { _id } = await person.call(saveLink, {
    name: 'Kneading, recorded',
    category: 5,
    parent,
    s3_key: [{ file: key }],
  })
  await call(files.downloadUrl, { link_id: _id })
  await call(files.readFilesAgain, { link_id: _id })
  const other = await call<files.UploadState>(files.startUpload, { name: 'oven.mp3', ...file })
  await call(files.cancelUpload, { upload_id: other.upload_id })
}
