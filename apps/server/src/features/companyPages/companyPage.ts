import { limits } from '@nestmark/core/limits'
import { getCollection, listSubcollections } from '@nestmark/contract/collections'
import { getLink, listCollectionLinks } from '@nestmark/contract/links/links'
import type { Input, Operation, Output, Parsed } from '@nestmark/contract/operation'
import * as z from 'zod/mini'
import type { CompanyPageAnswer, CompanyPageRequest, CompanySite } from '../../calls/companyPages.ts'
import type { Services } from '../../services.ts'
import { createFeed } from '../links/feeds/feed.ts'
import { readShownLabel } from '../whiteLabels/shownLabel.ts'
import { readLogo } from '../whiteLabels/store.ts'
import type { Frame } from './page.ts'
import { renderCollection, renderLink } from './renderCollection.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'
import { listDescendants } from './treeQuery.ts'
import { Refused } from '../../access/refuse.ts'
import { readAsVisitor } from '../links/readAsVisitor.ts'

/**
 * Returns a page of a public collection tree, its feed, or its sitemap: what visitors may read, and nothing else. Encrypted links
 * are left out.
 * @returns null where there is none that is public, or that is in the tree
 */
export async function readCompanyPage(
  services: Services,
  request: CompanyPageRequest,
): Promise<CompanyPageAnswer | null> {
  const { site, path, ip } = request
  const visitor = createVisitor(services, ip)
  const top = await visitor.readPlace(site.id)
  if (!top) return null
  const page = `${site.origin}${site.base}`
  if (path === 'sitemap.xml') return createSitemap(services, site)
  if (path === 'robots.txt' && site.base === '')
    return {
      type: 'text/plain; charset=utf-8',
      content: `User-agent: *\nAllow: /\nSitemap: ${page}/sitemap.xml\n`,
    }
  const [, logoId] = /^logo\/([\w-]{1,64})$/.exec(path) ?? []
  const label = await readShownLabel(services.db.read, site.id)
  if (logoId !== undefined) {
    const logo = label && (await readLogo(services.db.read, site.id, logoId))
    return logo && { type: 'image/webp', content: logo }
  }
  const name = label?.name || top.folder.name
  if (path === 'feed.xml') {
    const feedSite = { page, origin: site.origin, name }
    const feed = await createFeed(services, {
      id: site.id,
      format: 'atom',
      includeSub: true,
      ip,
      site: feedSite,
    })
    return feed && { type: 'application/atom+xml; charset=utf-8', content: feed.text }
  }
  const [, kind, id] = /^(?:(c|l)\/([\w-]{1,64}))?$/.exec(path) ?? [path]
  if (path !== '' && id === undefined) return null
  const nav = (await visitor.listInside(site.id))?.folders ?? []
  const frame = { top: site.id, origin: site.origin, base: site.base, name, label, nav }
  const text =
    kind === 'l' && id !== undefined
      ? await readLinkPage(visitor, frame, request, id)
      : await readList(visitor, frame, request, id)
  return text === null ? null : { type: 'text/html; charset=utf-8', content: text }
}

async function readLinkPage(visitor: Visitor, frame: Frame, { site }: CompanyPageRequest, id: string) {
  const link = await visitor.readLink(id)
  if (!link || link.enc === 1 || link.parent === '') return null
  const place = await visitor.readPlace(link.parent)
  return place && isInside(place, site) ? renderLink(frame, link, place.folder) : null
}

async function readList(
  visitor: Visitor,
  frame: Frame,
  request: CompanyPageRequest,
  id = request.site.id,
): Promise<string | null> {
  const { query, category, site } = request
  const page = Math.min(request.page, limits.page)
  const [place, inside, list] = await Promise.all([
    visitor.readPlace(id),
    visitor.listInside(id, page),
    visitor.listLinks({
      folder_id: id,
      include_sub: 1,
      ...(query && { input: query }),
      ...(category && { category }),
      page,
    }),
  ])
  if (!place || !inside || !list || !isInside(place, site)) return null
  const { folder, breadcrumb, summary } = place
  const path = breadcrumb.map(({ _id, name }) => ({ _id, name })).filter(each => each._id !== id)
  const topAt = path.findIndex(each => each._id === site.id)
  return renderCollection({
    frame,
    request,
    folder,
    isTop: id === site.id,
    above: path.slice(Math.max(0, topAt)),
    linkCount: summary?.links ?? null,
    collectionCount: summary?.collections ?? null,
    categoryCounts: summary?.category_counts ?? null,
    updated: summary?.update_date ?? folder.update_date,
    inside: query ? [] : inside.folders,
    links: list.links.filter(link => link.enc === 0),
    total: list.total,
    insideTotal: query ? 0 : inside.total,
  })
}

/** The most addresses of a sitemap (https://www.sitemaps.org/protocol.html). */
const maxAddresses = 50_000

/** Returns the sitemap of a public tree: its collections, each with the date of its last change. */
async function createSitemap({ db }: Services, site: CompanySite): Promise<CompanyPageAnswer> {
  const rows = await listDescendants(db.read, site.id, maxAddresses)
  const page = `${site.origin}${site.base}`
  const addresses = rows.map(({ id, updated_at: at }) => {
    const address = id === site.id ? page || '/' : `${page}/c/${id}`
    return `<url><loc>${escapeHtml(address)}</loc><lastmod>${new Date(at).toISOString()}</lastmod></url>`
  })
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join('\n')}
</urlset>
`
  return { type: 'application/xml; charset=utf-8', content: text }
}

type Place = Output<typeof getCollection>

/** What visitors may read, as they read it by the API: in reader threads, within the share of their address. */
type Visitor = ReturnType<typeof createVisitor>

/** Returns the reads of a visitor. They return null for what is not public. */
function createVisitor(services: Services, ip: string) {
  async function ask<Op extends Operation>(op: Op, input: Input<Op>): Promise<Output<Op> | null> {
    const parsed = z.safeParse(op.input, input)
    if (!parsed.success) return null
    try {
      return await readAsVisitor(services, op, parsed.data as Parsed<Op>, ip)
    } catch (error) {
      if (error instanceof Refused && hidden.has(error.code)) return null
      throw error
    }
  }
  return {
    readPlace: (folder_id: string) => ask(getCollection, { folder_id }),
    /** @param page from 1 */
    listInside: (folder_id: string, page = 1) =>
      ask(listSubcollections, { folder_id, sort: 'hand', order: 2, page }),
    listLinks: (input: Input<typeof listCollectionLinks>) => ask(listCollectionLinks, input),
    readLink: async (link_id: string) => (await ask(getLink, { link_id }))?.link ?? null,
  }
}

const hidden: ReadonlySet<string> = new Set([
  'collections.notFound',
  'collections.private',
  'links.notFound',
  'links.private',
])

/** Returns whether a collection is the top of a site, or below it. */
const isInside = ({ folder, breadcrumb }: Place, { id }: CompanyPageRequest['site']): boolean =>
  folder._id === id || breadcrumb.some(each => each._id === id)
