import { frameHosts } from '@nestmark/core/embeds/recognise'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Refused } from '../../access/refuse.ts'
import type { Config } from '../../configuration/config.ts'
import { toBucketUrl } from '../../blobStorage/s3/s3Settings.ts'

/**
 * Returns a function from a path to the headers of its response, including errors and files. Other sites
 * cannot frame the page, only its own scripts run, and no picture is loaded from another server. A host of a company page has
 * no page of the app, and its headers do not name the server's other addresses.
 */
export function createSecurityHeaders(
  config: Config,
): (path: string, isCompanyHost?: boolean) => Record<string, string> {
  const secure = config.publicUrl.startsWith('https:')
  const accounts = config.accountsUrl.startsWith('http') ? new URL(config.accountsUrl).origin : "'self'"
  const { isDirect, s3 } = config.files
  // The store to which addresses of files redirect, when the server does not send their bytes itself.
  const bucket = isDirect && s3 ? ` ${toBucketUrl(s3).origin}` : ''
  const pagePolicy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${bucket}`,
    `media-src 'self' blob: https:${bucket}`,
    "font-src 'self'",
    `connect-src 'self'${bucket}`,
    `frame-src ${[...new Set(["'self'", accounts, ...frameHosts.map(host => `https://${host}`)])].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
  // The only page that may be framed, by pages of this origin only; it has no clickable content.
  const framePolicy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

  return (path, isCompanyHost = false) => {
    const api = path.startsWith('/api/') || path.startsWith('/files/')
    return {
      'x-content-type-options': 'nosniff',
      'referrer-policy': /^\/(token|l\/|c\/)/.test(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
      'permissions-policy': 'clipboard-read=(self), camera=(), microphone=(), geolocation=(), payment=()',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy':
        api || isCompanyHost
          ? "default-src 'none'; frame-ancestors 'none'"
          : /^\/accounts\/frame\/?(\?|$)/.test(path)
            ? framePolicy
            : pagePolicy,
      ...(api ? { 'cache-control': 'no-store', vary: 'Authorization, Origin, Accept-Encoding' } : {}),
      ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    }
  }
}

/** Adds these headers to every response, including unknown paths; rejects calls without a Host header. */
export function addHeaders(
  server: FastifyInstance,
  getHeaders: (request: Pick<IncomingMessage, 'url' | 'headers'>) => Record<string, string>,
): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(getHeaders(request))
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      throw new Refused('request.notHttp')
  })
}
