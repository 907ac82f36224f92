import type { CompanyPageAnswer, CompanySite } from '../../calls/companyPages.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'
import type { Services } from '../../services.ts'
import { listDescendants } from './treeQuery.ts'

/** The most addresses of a sitemap (https://www.sitemaps.org/protocol.html). */
const maxAddresses = 50_000

/** Returns the sitemap of a public tree: its collections, each with the date of its last change. */
export async function createSitemap({ db }: Services, site: CompanySite): Promise<CompanyPageAnswer> {
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
