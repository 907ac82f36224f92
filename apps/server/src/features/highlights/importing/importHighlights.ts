import * as contract from '@nestmark/contract/reading/highlights'
import { limits } from '@nestmark/core/limits'
import { refuse, Refused } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import type { Call } from '../../../calls/call.ts'
import { StatusReply } from '../../../calls/replies.ts'
import { receiveFile } from '../../../jobs/receiveFile.ts'
import { queueName, releaseUploadedJob } from '../../../jobs/store.ts'

export const importKind = 'importHighlights'

/** The beginning of a file that is checked before the job starts, in bytes. */
const checkedBytes = 64 * 1024
/** The declaration of XML, comments and white space, and then the root of a feed. */
const beginning = /^\ufeff?\s*(?:<\?[^>]*\?>\s*|<!--[^]*?-->\s*)*<(?:rss|feed|rdf:RDF)[\s>]/i

/**
 * Receives the RSS export of Diigo as a stream, stores it in pieces and queues a job for the import (HL-04).
 * @throws Refused 'highlights.onlyXml' for another file, also one with a document type; nothing is stored then
 */
export const importHighlights = action(contract.importHighlights, async call => {
  const { actor, services } = call
  let head = Buffer.alloc(0)
  const job = await receiveFile(services, {
    ownerId: actor.personId,
    kind: importKind,
    open: async () => (await openUpload(call)).chunks,
    check: bytes => {
      if (head.length < checkedBytes) head = Buffer.concat([head, bytes.subarray(0, checkedBytes)])
    },
    release: async id => {
      // UTF-16 is read by the job; here only its zero bytes are left out.
      if (
        !beginning.test(
          head
            .toString('utf8')
            .replaceAll('\0', '')
            .replace(/^\ufffd+/, ''),
        )
      )
        refuse('highlights.onlyXml')
      return tx =>
        releaseUploadedJob(tx, id, { payload: {}, queue: queueName(importKind), now: services.now() })
    },
  })
  services.jobs.wake()
  return new StatusReply({ job }, 202, 'OK')
})

async function openUpload(call: Call) {
  try {
    return await call.upload(limits.highlightFileBytes)
  } catch (error) {
    if (error instanceof Refused && error.code === 'transfer.noFile') return refuse('highlights.onlyXml')
    throw error
  }
}
