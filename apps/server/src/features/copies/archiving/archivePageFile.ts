import * as contract from '@nestmark/contract/reading/copies'
import { limits } from '@nestmark/core/limits'
import { compareKey, isSameAddress, normaliseAddress, parseHost } from '@nestmark/core/addresses/url'
import { grantCollection } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
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
