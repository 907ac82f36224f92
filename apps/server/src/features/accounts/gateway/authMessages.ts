import { toAddressKey } from '../../../calls/addressKey.ts'
import type { AuthAnswer, AuthRequest } from '../../../calls/authGateway.ts'

/** The caller's IP address as determined by the gateway. A header of this name in the request is dropped. */
export const addressHeader = 'x-nestmark-address'

/** Converts a call that the gateway has allowed to a request for the sign-in library. */
export function toRequest(
  publicUrl: string,
  request: AuthRequest & { fields: Record<string, unknown> },
): Request {
  const url = new URL(`${publicUrl}/api/auth${request.path}`)
  const headers = new Headers({ [addressHeader]: toAddressKey(request.ip) })
  for (const name of ['authorization', 'cookie', 'user-agent', 'referer'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  const origin = allowedOrigin(publicUrl, request)
  if (origin !== undefined) headers.set('origin', origin)
  // Browsers always send sec-fetch-site; other headers of this family alone do not identify a browser.
  if (request.headers['sec-fetch-site'] !== undefined)
    for (const name of ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'] as const)
      headers.set(name, request.headers[name] ?? '')
  if (request.method === 'GET') {
    for (const [name, value] of Object.entries(request.fields)) url.searchParams.set(name, String(value))
    return new Request(url, { headers })
  }
  headers.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(request.fields) })
}

/**
 * Returns the Origin header for the library, which knows one name of this server, while a browser may use another
 * (localhost for 127.0.0.1). The origin of the called host itself is replaced by the configured one; the library
 * refuses every other origin.
 */
function allowedOrigin(publicUrl: string, { headers }: AuthRequest): string | undefined {
  const { origin, host } = headers
  if (origin === undefined || host === undefined) return origin
  const schemes = publicUrl.startsWith('https:') ? ['https:'] : ['http:', 'https:']
  return schemes.some(scheme => origin === `${scheme}//${host}`) ? new URL(publicUrl).origin : origin
}

/** Converts a response of the sign-in library to the answer of the gateway. */
export async function readAnswer(response: Response): Promise<AuthAnswer> {
  const headers: [string, string][] = [['content-type', 'application/json; charset=utf-8']]
  for (const cookie of response.headers.getSetCookie()) headers.push(['set-cookie', cookie])
  // The library returns its signed form, `token.signature`; product calls use only the token.
  const [token] = response.headers.get('set-auth-token')?.split('.') ?? []
  if (token) headers.push(['set-auth-token', token])
  const location = response.headers.get('location')
  if (location) headers.push(['location', location])
  const wait = response.headers.get('retry-after')
  if (wait) headers.push(['retry-after', wait])
  const text = await response.text()
  const body = text || JSON.stringify({ code: response.statusText, message: response.statusText })
  return { status: response.status, headers, body }
}
