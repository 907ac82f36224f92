import type { CaptureFormat } from '@nestmark/contract/reading/copies'
import type { Parsed } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/transfer/pdf'
import { grantLink } from '../../access/grant.ts'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { PageFormat, PageSource } from '../../browser/printPage.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import type { CallWith } from '../../services.ts'
import { deleteCaptures, findLinkWithCopy, type LinkWithCopy } from '../copies/copyStore.ts'
import { addPageFiles, hasRoom, writePageFiles, type WrittenFile } from '../copies/archiving/pageFiles.ts'
import { presentCopies } from '../copies/presentCopies.ts'
import { updateBlobUse } from '../uploads/storage/blobStore.ts'
import { lockOwners } from '../uploads/storage/storageStore.ts'
import { withStoreErrors } from '../uploads/storage/storeErrors.ts'
import { dropPageFiles } from '../storage/storedFiles.ts'
import { print, requireBrowser } from './print.ts'
import { createSessionAddress } from '../../calls/sessionAddress.ts'
import { cancelNow } from '../uploads/receiving/ownUploads.ts'
import { openPdf, pdfAddress, storePdf } from './pdfUpload.ts'
import type { Actor } from '../../access/actor.ts'
import { collectionsWithRoles, linksWithRoles } from '../../access/roles.ts'
import { parseAddress } from '../../fetching/requests/addressPolicy.ts'
import { listOneLink } from './printQuery.ts'
import { printLink } from './printFile.ts'

const formats: Record<CaptureFormat, { format: PageFormat; mediaType: string; extension: string }> = {
  pdf: { format: 'pdf', mediaType: 'application/pdf', extension: 'pdf' },
  screenshot: { format: 'picture', mediaType: 'image/jpeg', extension: 'jpg' },
}

/**
 * Makes a PDF or a screenshot of the page of a link, and stores it with the link in place of an earlier one.
 * @throws Refused 'plan.pdf', 'copies.noAddress', 'plan.storage' when the owner has no room, and as `print`
 */
export const keepCapture = action(
  contract.keepCapture,
  async (call: CallWith<'printer' | 'readers'>, input) => {
    const { actor, services } = call
    requirePlanFeature(actor.plan, 'pdf')
    await grantLink(services.db.read, actor, 'links.edit', input.link_id)
    const link = requireAddress(await findLinkWithCopy(services.db.read, input.link_id))
    const page = await findPage(call, link.address)
    const { format, ...file } = formats[input.format]
    const bytes = await print(services, { source: await page.read(), format, key: actor.personId })
    const written = await withStoreErrors(() =>
      writePageFiles(services, [{ kind: input.format, ...file, bytes }]),
    )
    await store(call, input, written)
    return presentCopies(call, input.link_id)
  },
)

/** @throws Refused 'copies.noAddress' for a link in the trash or without an address */
function requireAddress(link: LinkWithCopy | undefined): LinkWithCopy {
  return link?.address && !link.is_trashed ? link : refuse('copies.noAddress')
}

async function store(
  { actor, services }: Call,
  { link_id, format }: Parsed<typeof contract.keepCapture>,
  written: readonly WrittenFile[],
): Promise<void> {
  const { db, now } = services
  await db.write(async tx => {
    // Checked again: making the capture takes long.
    await grantLink(tx, actor, 'links.edit', link_id)
    const { owner_id: ownerId } = requireAddress(await findLinkWithCopy(tx, link_id))
    await lockOwners(tx, [ownerId])
    // It may have been encrypted until the owner was locked.
    const link = requireAddress(await findLinkWithCopy(tx, link_id))
    const freed = await deleteCaptures(tx, [link_id], [format])
    const added = await addPageFiles(tx, link, { position: 0, written, now: now() })
    await updateBlobUse(tx, [...freed, ...added], now())
    if (!(await hasRoom(tx, link.owner_id))) refuse('plan.storage')
  })
}

/** Deletes the PDF or the screenshot that is stored with a link. */
export const dropCapture = action(contract.dropCapture, (call, { link_id, format }) =>
  dropPageFiles(call, link_id, { kinds: [format] }),
)

/** The longest name of a file, in characters. */
const maxNameLength = 100

/**
 * Makes a PDF of a page and returns its address. Its bytes count as the caller's until the address expires.
 * @throws Refused 'plan.pdf', 'plan.storage', and for each way in which printing fails
 */
export const urlToPdf = action(contract.urlToPdf, async (call: CallWith<'printer' | 'readers'>, { url }) => {
  const { actor, services } = call
  requirePlanFeature(actor.plan, 'pdf')
  const { ownerId, name, read } = await findPage(call, url)
  requireBrowser(services.printer)
  const upload = await openPdf(services, actor, ownerId)
  try {
    const bytes = await print(services, { source: await read(), format: 'pdf', key: actor.personId })
    await storePdf(services, actor, upload, bytes)
  } catch (error) {
    await cancelNow(services, upload)
    throw error
  }
  const { personId, sessionId } = actor
  const signed = { id: upload.id, name: `${toFileName(name)}.pdf`, sessionId, personId }
  return { data: createSessionAddress(services.config.secret, pdfAddress, signed, services.now()) }
})

function toFileName(name: string): string {
  const clean = name.replace(/[\p{C}/\\:*?"<>|]+/gu, ' ').trim()
  return Array.from(clean).slice(0, maxNameLength).join('').trim() || 'page'
}

/** What is printed. */
interface PrintedPage {
  /** The owner of the library that it shows; the caller for a page elsewhere. */
  ownerId: string
  /** The name of the file. */
  name: string
  /** @throws Refused 'pdf.tooLarge' */
  read(): Promise<PageSource>
}

/** The largest document of a collection, in characters. */
const maxLength = 20_000_000

/**
 * Finds what to print for an address. The browser does not visit this server: it prints a document of what the caller
 * may see.
 * @throws Refused 'pdf.address', 'links.notFound', 'collections.notFound'
 */
async function findPage(call: CallWith<'readers'>, address: string): Promise<PrintedPage> {
  const { publicUrl } = call.services.config
  const own = toOwnPath(address, publicUrl)
  if (own) return own.kind === 'c' ? printCollection(call, own.id) : printOwnLink(call, own.id)
  const url = parse(address)
  return { ownerId: call.actor.personId, name: url.hostname, read: async () => ({ url: url.href }) }
}

function parse(address: string): URL {
  try {
    return parseAddress(address.trim()).url
  } catch {
    return refuse('pdf.address')
  }
}

/** Returns the collection or the link of an address of this server. */
function toOwnPath(address: string, publicUrl: string): { kind: 'c' | 'l'; id: string } | null {
  const url = URL.parse(address.trim(), publicUrl)
  if (!url || url.origin !== new URL(publicUrl).origin) return null
  const [, kind, id] = /^\/([cl])\/([\w-]{1,64})/.exec(url.pathname) ?? []
  return kind && id ? { kind: kind as 'c' | 'l', id } : null
}

async function printCollection({ services, actor }: CallWith<'readers'>, id: string): Promise<PrintedPage> {
  const [collection] = await collectionsWithRoles(services.db.read, actor, [id])
  if (!collection?.role || collection.trashed_by !== null) return refuse('collections.notFound')
  const ownerId = collection.owner_id
  const file = { file: 'print', ownerId, rootId: id, readerId: actor.personId }
  const read = async () => {
    const stream = await services.readers.open(file, actor.personId)
    let html = ''
    for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
      html += chunk
      if (html.length > maxLength) refuse('pdf.tooLarge')
    }
    return { html }
  }
  return { ownerId, name: collection.name, read }
}

async function printOwnLink({ services, actor }: Call<Actor>, id: string): Promise<PrintedPage> {
  const { db, config } = services
  const [link] = await linksWithRoles(db.read, actor, [id])
  const listed = link?.role ? await listOneLink(db.read, actor.personId, link.seq) : undefined
  if (!link || !listed) return refuse('links.notFound')
  if (listed.key_id !== null) return refuse('pdf.address')
  const html = printLink(listed, { readerId: actor.personId, publicUrl: config.publicUrl })
  return { ownerId: link.owner_id, name: listed.title, read: async () => ({ html }) }
}
