import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import { collectionsWithRoles, linksWithRoles } from '../../access/roles.ts'
import type { PageSource } from '../../browser/printPage.ts'
import { parseAddress } from '../../fetching/requests/addressPolicy.ts'
import type { Call } from '../../calls/call.ts'
import type { CallWith } from '../../services.ts'
import { listOneLink } from './printQuery.ts'
import { printLink } from './printFile.ts'

/** What is printed. */
export interface PrintedPage {
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
export async function findPage(call: CallWith<'readers'>, address: string): Promise<PrintedPage> {
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
