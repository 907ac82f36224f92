import { setTimeout as pause } from 'node:timers/promises'
import * as copies from '@nestmark/contract/reading/copies'
import { exportEpub } from '@nestmark/contract/transfer/linkExport'
import { dropCapture, keepCapture } from '@nestmark/contract/transfer/pdf'
import { getReadingPlace, saveReadingPlace } from '@nestmark/contract/reading/readingPlace'
import { startUpload } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links/links'
import type { TestApp } from '../support/app.ts'
import { sendParts } from '../support/files.ts'
import { waitForEnd } from '../support/jobs.ts'
import type { Person } from '../support/people.ts'
import type { Recorder } from './record.testing.ts'

/** Copies the page of a link, and the pages of a collection. */
export async function tourOfCopies(
  call: <T = never>(op: Parameters<Recorder['call']>[0], input?: Record<string, unknown>) => Promise<T>,
  app: Pick<TestApp, 'origin'>,
  person: Person,
  site: string,
  parent: string,
): Promise<void> {
  const link = { name: 'The bakery', category: 3 as const, link: `${site}/page`, parent }
  const { _id: link_id } = await person.call(saveLink, link)
  const waitForCopy = async () => {
    while ((await person.call(copies.getCopy, { link_id })).state !== 'kept') await pause(20)
  }
  await waitForCopy()
  await call(copies.getCopy, { link_id })
  await call(exportEpub, { name: 'Rye', links: [link_id] })
  await call(keepCapture, { link_id, format: 'screenshot' })
  await call(dropCapture, { link_id, format: 'screenshot' })
  await call(saveReadingPlace, { link_id, version: 1, offset: 1200 })
  await call(getReadingPlace, { link_id })
  await call(copies.updateLinkCopies, { link_id, keep: 'reader' })
  await call(copies.archivePage, { link_id })
  await waitForCopy()
  const { job } = await call<{ job: string }>(copies.keepCollection, { folder_id: parent })
  await waitForEnd(person, job)
  const file = new Blob(['<!doctype html><title>Rye bread</title><p>Mix the flour and the water.'])
  await call(copies.archivePageFile, { file, url: `${site}/rye`, parent })
  const html = Buffer.from(
    `<!doctype html><title>Rye bread</title><p>${'Sign in to see how long it rises. '.repeat(9)}`,
  )
  const upload = await person.call(startUpload, {
    name: 'page.html',
    content_type: 'text/html',
    purpose: 'copy',
    size: html.length,
  })
  await sendParts(app, person, upload, html)
  await call(copies.archivePageUpload, { upload_id: upload.upload_id, link_id })
  await call(copies.updateKeepCopies, { keep_copies: 'never' })
  const { undo } = await call<{ undo: string }>(copies.dropCopy, { link_id })
  await call(copies.restoreCopy, { link_id, undo })
}
