import { frameHosts } from '@nestmark/core/embeds/recognise'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The headers of every answer, errors and files too. Nothing may frame the page, no script runs but our own, and no
 * picture is asked for from a stranger's server.
 */
export function addHeaders(server: FastifyInstance, config: Config): void {
  const secure = config.publicUrl.startsWith('https:')
  const accounts = config.accountsUrl.startsWith('http') ? new URL(config.accountsUrl).origin : "'self'"
  const pagePolicy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${[...new Set([accounts, ...frameHosts.map(host => `https://${host}`)])].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
  // The one page that is made to be framed, by our own pages alone; it shows nothing that could be clicked.
  const framePolicy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

  server.addHook('onRequest', async (request, reply) => {
    const path = request.url
    const api = path.startsWith('/api/')
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': /^\/(token|l\/|c\/)/.test(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
      'permissions-policy': 'clipboard-read=(self), camera=(), microphone=(), geolocation=(), payment=()',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': api
        ? "default-src 'none'; frame-ancestors 'none'"
        : /^\/accounts\/frame\/?(\?|$)/.test(path)
          ? framePolicy
          : pagePolicy,
    })
    if (api) reply.headers({ 'cache-control': 'no-store', vary: 'Authorization, Origin, Accept-Encoding' })
    if (secure) reply.header('strict-transport-security', 'max-age=31536000')
  })
}
