import * as contract from '@nestmark/contract/transfer/importExport'
import type { ImportReport } from '@nestmark/contract/transfer/importExport'
import { defaultChoices } from '@nestmark/contract/transfer/importPreview'
import { limits } from '@nestmark/core/limits'
import type { HighlightReport } from '@nestmark/contract/reading/highlights'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { action } from '../../calls/action.ts'
import { StatusReply } from '../../calls/replies.ts'
import type { Upload } from '../../calls/fileRequests.ts'
import { deleteEndedOfKind } from '../../jobs/fileStore.ts'
import { receiveFile } from '../../jobs/receiveFile.ts'
import { releaseUploadedJob, queueName } from '../../jobs/store.ts'
import { assertTakesPlainText } from '../collections/placing/enterCollections.ts'
import { ownFormat } from './files/fileLinks.ts'
import type { ImportPayload } from './writing/importPayload.ts'
import { previewKind } from './preview/previewStore.ts'
import { receiveImport } from './files/receiveZip.ts'
import { lastLink } from '../links/store.ts'
import { listRecentImports } from './store.ts'

/**
 * A file with fewer links than this is imported immediately, in an existing process, and does not wait for a large
 * one.
 */
const smallFile = 2000
export const importKind = 'importBookmarks'

/**
 * Receives a bookmark file as a stream, stores it in pieces and queues a job for the import.
 * @throws Refused when there is no file, it is too large, or it is clearly not a bookmark file, or the target has a key;
 * nothing is stored then
 */
export const importBookmarks = action(contract.importBookmarks, async call => {
  const { actor, services } = call
  const { db, now } = services
  let upload: Upload | undefined
  // Imported on the first upload: the parser uses memory that an idle server does not need.
  const { createFileCheck } = await import('./files/fileCheck.ts')
  const check = createFileCheck()
  let zip: ImportPayload['zip']
  const job = await receiveFile(services, {
    ownerId: actor.personId,
    kind: importKind,
    open: async (id, keepOpen) => {
      upload = await call.upload(limits.importZipBytes)
      const onOwnZip = (size: number) => (zip = { size })
      return receiveImport(services, upload.chunks, { actor, job: id, keepOpen, onOwnZip })
    },
    check: bytes => check.write(bytes),
    release: async id => {
      const fields = upload?.fields ?? {}
      const { type, rows } = await check.end(zip ? ownFormat : fields.type)
      const size = rows < smallFile ? 'small' : undefined
      const parent = fields.parent || actor.rootId
      const { collection } = await grantCollection(db.read, actor, 'collections.add', parent)
      // Imported links belong to the importer, and a collection cannot be in another person's library.
      if (collection.role !== 'owner') refuse('collections.otherOwner')
      const plain = fields.plain === '1'
      assertTakesPlainText(collection, plain)
      return async (tx: Tx) => {
        // The undo of the import removes a new collection.
        const isParentNew = fields.is_new === '1' && parent !== actor.rootId
        const upTo = await lastLink(tx)
        const payload: ImportPayload = { parent, rootId: actor.rootId, isParentNew, plain, upTo, type }
        if (zip) payload.zip = zip
        if (fields.preview === '1') {
          const into = fields.parent && ({ where: 'into', parent, plain: plain ? 1 : 0 } as const)
          payload.choices = { ...defaultChoices, ...into }
          await deleteEndedOfKind(tx, [actor.personId], previewKind, now())
        }
        await releaseUploadedJob(tx, id, {
          payload: { ...payload },
          ...(payload.choices
            ? { kind: previewKind, queue: queueName(previewKind, size) }
            : { queue: queueName(importKind, size) }),
          now: now(),
        })
      }
    },
  })
  services.jobs.wake()
  return new StatusReply({ job }, 202, 'OK')
})

/** Returns the ended imports of the caller that can be undone, or were, the newest first. */
export const listImports = action(contract.listImports, async ({ actor, services }) => {
  const now = services.now()
  const rows = await listRecentImports(services.db.read, actor.personId, now)
  return rows.flatMap(({ id, at, report, expires_at: until }) => {
    const {
      links = 0,
      folders = 0,
      highlights = 0,
      reading,
    } = JSON.parse(report) as Partial<ImportReport & HighlightReport>
    const undone = until === null || until <= now
    // Without a record nothing was created, or the undo is long ago.
    if (undone && links + folders + highlights === 0) return []
    return { job: id, at, links, folders, highlights, undone, ...(reading && { reading }) }
  })
})
