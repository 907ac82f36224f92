import { captureFormat, type PageCopies } from '@nestmark/contract/reading/copies'
import type { Call } from '../../calls/call.ts'
import { createFileAddress } from '../uploads/serving/fileAddress.ts'
import { filesOfPage, findCopy, findLinkWithCopy, listVersions, type PageFile } from './copyStore.ts'
import { archiveModeOf } from './archiving/archiveModeOf.ts'

/**
 * Returns the copies of the page of a link, with the addresses of their files for this caller. The caller has checked the
 * right to see them.
 */
export async function presentCopies({ actor, services }: Call, linkId: string): Promise<PageCopies> {
  const { config, now } = services
  const db = services.db.read
  // In this order, what a row announces is found by the next query, also when a job stores a version in between.
  const [link, copy] = await Promise.all([findLinkWithCopy(db, linkId), findCopy(db, linkId)])
  const versions = await listVersions(db, linkId)
  const files = await filesOfPage(db, linkId)
  const sign = (file: PageFile) =>
    createFileAddress(config.secret, { ...file, sessionId: actor.sessionId }, now())
  const toAddress = (number: number, kind: PageFile['kind']) => {
    const file = files.find(each => each.position === number && each.kind === kind)
    return file ? sign(file) : null
  }
  return {
    state: copy?.state ?? 'none',
    fault: copy?.fault ?? null,
    page: copy?.page ?? 'same',
    keep: copy?.keep ?? null,
    tried_at: copy?.tried_at ?? null,
    checked_at: copy?.checked_at ?? null,
    keeps: link ? archiveModeOf(config, link) : 'never',
    versions: versions.map(({ link_id: _link, digest: _digest, ...version }) => ({
      ...version,
      reader: toAddress(version.number, 'reader'),
      copy: toAddress(version.number, 'copy'),
    })),
    captures: captureFormat.options.flatMap(format => {
      const file = files.find(each => each.kind === format)
      return file ? [{ format, kept_at: file.created_at, size: file.size, address: sign(file) }] : []
    }),
  }
}
