import { createHmac, timingSafeEqual } from 'node:crypto'

/** The maximum difference of the clocks, in seconds. An older call may be a repeated one. */
const maxAge = 300

/**
 * Returns the subjects of the events of one type in a call of a webhook.
 * @param list the name of their list: `links` or `highlights`
 * @throws Error for a call that is not signed with the secret of this subscription
 */
export function readCall(z, bundle, type, list) {
  const { content, headers } = bundle.rawRequest
  // Zapier writes 'Http-' before the names of headers.
  const name = Object.keys(headers).find(each => /^(http-)?nestmark-signature$/i.test(each))
  if (!isSigned(content, String(headers[name]), bundle.subscribeData.secret))
    throw new z.errors.Error('The call is not signed by this server.', 'signature', 401)
  return JSON.parse(content).events.flatMap(event => (event.type === type ? event[list] : []))
}

function isSigned(content, header, secret) {
  const [, time, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (!given || Math.abs(Date.now() / 1000 - Number(time)) > maxAge) return false
  const expected = createHmac('sha256', secret).update(`${time}.${content}`).digest()
  return timingSafeEqual(expected, Buffer.from(given, 'hex'))
}
