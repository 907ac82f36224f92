import type { FastifyInstance } from 'fastify'
import { documentPaths, planPaths, publicPaths } from '@nestmark/core/addresses/sitePaths'
import type { Config } from '../../configuration/config.ts'
import { offersPlans } from '../../configuration/paymentsConfig.ts'
import { CompressedPage } from './compressedPage.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'

/** Where programs find nothing to read. */
const excluded = ['/api/', '/accounts/', '/settings', '/add-link']

/**
 * Serves /robots.txt, and with the public site /sitemap.xml, which is not found without it.
 * @param listPosts returns the paths of the posts of the blog
 */
export function serveSiteMap(
  server: FastifyInstance,
  config: Config,
  listPosts: () => Promise<string[]>,
): void {
  const { publicUrl, publicSite } = config
  const map = publicSite ? `\nSitemap: ${publicUrl}/sitemap.xml\n` : ''
  const rules = new CompressedPage(
    `User-agent: *\n${excluded.map(path => `Disallow: ${path}\n`).join('')}${map}`,
    'text/plain; charset=utf-8',
  )
  server.get('/robots.txt', async (request, reply) => rules.send(request, reply))
  if (!publicSite) {
    // The app answers every other path.
    server.get('/sitemap.xml', (_request, reply) => reply.callNotFound())
    return
  }
  server.get('/sitemap.xml', async (request, reply) => {
    const paths = [
      ...publicPaths,
      ...(offersPlans(config) ? planPaths.filter(path => path !== '/black-friday') : []),
      ...documentPaths,
      ...(await listPosts()),
    ]
    const entries = paths.map(path => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`)
    const text = `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
    return new CompressedPage(text, 'application/xml; charset=utf-8').send(request, reply)
  })
}
