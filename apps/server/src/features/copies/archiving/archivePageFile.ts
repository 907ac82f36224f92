import * as contract from '@nestmark/contract/reading/copies'
import { limits } from '@nestmark/core/limits'
import { compareKey, isSameAddress, normaliseAddress, parseHost } from '@nestmark/core/addresses/url'
import { buffer } from 'node:stream/consumers'
import { grantCollection, grantLink } from '../../../access/grant.ts'
import { refuse, Refused } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import type { Call } from '../../../calls/call.ts'
import { runInShare } from '../../../calls/runInShare.ts'
import type { Upload } from '../../../calls/fileRequests.ts'
import type { CallWith } from '../../../services.ts'
import { assertTakesPlainText } from '../../collections/placing/enterCollections.ts'
import { guardPace } from '../../uploads/receiving/receivePart.ts'
import { draftLink } from '../../links/saving/draft.ts'
import { saveOne } from '../../links/saving/saveOnce.ts'
import { findLinkWithCopy, type LinkWithCopy, listOwnAddresses, listVersions } from '../copyStore.ts'
import type { NewVersion } from './makeVersion.ts'
import { chooseSentMode, readSentPage, storeSentPage } from './sentPage.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { StoreError } from '../../../blobStorage/fileStore.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { cancelNow, findOwnUpload, countParts, hasEnded } from '../../uploads/receiving/ownUploads.ts'
import { claimPage } from '../../uploads/receiving/endUploads.ts'
import { joinParts } from '../../uploads/receiving/finishUpload.ts'
import { withStoreErrors } from '../../uploads/storage/storeErrors.ts'
import { listParts } from '../../uploads/receiving/uploadStore.ts'
import { presentCopies } from '../presentCopies.ts'

/**
 * Stores a page that a program has saved as one file, as a version of the link with its address. A link that is missing
 * is saved. Nothing is fetched: addresses in the page of a person who is signed in may be private.
 */
export const archivePageFile = action(
  contract.archivePageFile,
  async (call: CallWith<'pageFiles' | 'scraper' | 'media'>) => {
    const { actor, services } = call
    const upload = await call.upload(limits.sentPageBytes + 1)
    return runInShare(services.pageFiles, actor.personId, async () => {
      const body = await readAll(guardPace(upload.chunks, services.config.uploadPace))
      const fields = readFields(upload)
      const { url } = fields
      const link = await findOwnLink(call, url)
      const mode = chooseSentMode(call, link)
      // A collection that the caller may not write to is refused before the page is read.
      if (!link) await checkPlace(call, fields)
      const version = await readSentPage(call, { url, body }, mode)
      const id = link?.id ?? (await saveLinkOf(call, fields, version))
      await storeSentPage(call, id, version)
      const [newest] = await listVersions(services.db.read, id)
      return { _id: id, created: link ? 0 : 1, number: newest?.number ?? 0 }
    })
  },
)

/** The fields of the form besides the file. */
interface PageFields {
  /** The normalised address of the page. */
  url: string
  parent: string | undefined
  plain: 0 | 1
  tags: string[]
}

async function readAll(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** Reads the fields, which are complete after the file. */
function readFields({ fields }: Upload): PageFields {
  const { url = '', parent, plain, tags = '' } = fields
  if (!url.trim()) refuse('links.linkRequired')
  const names = tags.split(',').flatMap(name => name.trim() || [])
  if (names.length > limits.tagsPerLink) refuse('tags.tooMany')
  if (names.some(name => name.length > limits.tagName)) refuse('tags.nameTooLong')
  return {
    url: normaliseAddress(url) ?? refuse('links.linkInvalid'),
    parent: parent?.trim() || undefined,
    plain: plain === '1' ? 1 : 0,
    tags: names,
  }
}

/** Refuses a collection in which the link may not be saved. */
async function checkPlace(call: Call, { parent, plain }: PageFields): Promise<void> {
  const { actor, services } = call
  const { collection } = await grantCollection(
    services.db.read,
    actor,
    'collections.add',
    parent ?? actor.rootId,
  )
  assertTakesPlainText(collection, plain === 1)
}

/** Finds the link of a page. Pages of one key may differ: the fragment alone names a letter of an inbox. */
async function findOwnLink({ actor, services }: Call, url: string): Promise<LinkWithCopy | undefined> {
  const { read } = services.db
  const listed = await listOwnAddresses(read, actor.personId, { address: url, key: compareKey(url) })
  const same = listed.find(({ address }) => isSameAddress(address, url))
  return same && findLinkWithCopy(read, same.id)
}

/** Saves the link of a page. Until its version is stored, it states that no copy could be stored. */
async function saveLinkOf(
  call: Call,
  { url, parent, plain, tags }: PageFields,
  { facts: { title }, description = '' }: NewVersion,
): Promise<string> {
  const name = title || parseHost(url) || url
  const draft = draftLink({ link: url, name, desc: name, category: 3 })
  draft.descr = description
  const copy = { state: 'failed', fault: 'unreadable', address: draft.address } as const
  const { _id } = await saveOne(call, { parent, plain }, { draft, tags, scraped: false, copy })
  return _id
}

/** The refusals after which the same page would be refused again. */
const lasting = new Set(['copies.unreadable', 'plan.storage'])

/** Stores an uploaded page as a version of the page of a link. Nothing is fetched: its addresses may be private. */
export const archivePageUpload = action(
  contract.archivePageUpload,
  async (call: CallWith<'pageFiles' | 'scraper' | 'media'>, { upload_id, link_id }) => {
    const { actor, services } = call
    const { read } = services.db
    await grantLink(read, actor, 'links.edit', link_id)
    const link = await findLinkWithCopy(read, link_id)
    if (!link?.address || link.is_trashed) return refuse('copies.noAddress')
    const upload = await findOwnUpload(read, actor, upload_id)
    if (upload.purpose !== 'copy' || upload.owner_id !== link.owner_id) refuse('files.uploadNotFound')
    const mode = chooseSentMode(call, link)
    await runInShare(services.pageFiles, actor.personId, async () => {
      const { state } = await findOwnUpload(read, actor, upload_id)
      // The answer to an earlier call was lost.
      if (state === 'claimed') return
      if (state !== 'open' || hasEnded(upload, services.now())) refuse('files.uploadNotFound')
      try {
        const body = await readUpload(services, upload)
        const version = await readSentPage(call, { url: link.address, body }, mode)
        await storeSentPage(call, link_id, version, tx => claimPage(tx, upload_id, services.now()))
      } catch (error) {
        // An earlier call was still running when this one began.
        if ((await findOwnUpload(read, actor, upload_id)).state === 'claimed') return
        if (error instanceof Refused && lasting.has(error.code)) await cancelNow(services, upload)
        throw error
      }
      // The sweep removes what this call cannot.
      await services.fileStore.remove([upload.object_key]).catch(() => undefined)
    })
    return presentCopies(call, link_id)
  },
)

/** @throws Refused 'files.partsMissing', 'files.storeAway' */
async function readUpload(
  services: Pick<CommonServices, 'db' | 'fileStore'>,
  upload: UploadRow,
): Promise<Buffer> {
  const parts = await listParts(services.db.read, upload.id)
  if (parts.length < countParts(upload)) refuse('files.partsMissing')
  return withStoreErrors(async () => {
    const { key } = await joinParts(services, upload, parts)
    const stream = await services.fileStore.read(key)
    if (!stream) throw new StoreError('lost', 'The page was removed while it was read.')
    return buffer(stream)
  })
}
