import { createHash, createHmac } from 'node:crypto'

/**
 * Checks signatures of version 4 as S3 does. It is written from the published description and shares nothing with the
 * client, so that an error of one is not repeated by the other.
 */

/** A request as it arrived. The names of the headers are in lower case. */
export interface SignedRequest {
  method: string
  /** Path and query, still encoded. */
  target: string
  headers: Readonly<Record<string, string>>
}

export interface SignatureRules {
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The time of the server, in milliseconds since 1970. */
  now: number
}

/** Returns the code of the error of S3; 'anonymous' for a request without a signature, and null for a valid one. */
export function checkSignature(request: SignedRequest, rules: SignatureRules): string | null {
  const query = new URLSearchParams(request.target.split('?')[1] ?? '')
  const given = query.has('X-Amz-Signature') ? fromQuery(query) : fromHeader(request.headers)
  if (given === null) return 'anonymous'
  const signedAt = parseTime(given.date)
  const [keyId, day, region, ...service] = given.credential.split('/')
  if (Number.isNaN(signedAt) || service.join('/') !== 's3/aws4_request' || day !== given.date.slice(0, 8))
    return 'AuthorizationHeaderMalformed'
  if (region !== rules.region) return 'AuthorizationHeaderMalformed'
  if (keyId !== rules.accessKeyId) return 'InvalidAccessKeyId'
  if (given.seconds === null) {
    if (Math.abs(rules.now - signedAt) > 15 * 60_000) return 'RequestTimeTooSkewed'
  } else if (!(given.seconds >= 1 && given.seconds <= 604_800)) return 'AuthorizationQueryParametersError'
  else if (rules.now > signedAt + given.seconds * 1000 || signedAt > rules.now + 15 * 60_000)
    return 'AccessDenied'
  // A header that changes the meaning of a request must be signed.
  const names = Object.keys(request.headers).filter(name => name === 'host' || name.startsWith('x-amz-'))
  if (names.some(name => !given.signedHeaders.includes(name))) return 'AccessDenied'
  return computeSignature(request, given, rules.secretAccessKey) === given.signature
    ? null
    : 'SignatureDoesNotMatch'
}

interface GivenSignature {
  credential: string
  date: string
  /** How long a signed address is valid; null for a signed header. */
  seconds: number | null
  signedHeaders: string[]
  signature: string
  payload: string
}

function fromQuery(query: URLSearchParams): GivenSignature {
  const get = (name: string) => query.get(`X-Amz-${name}`) ?? ''
  return {
    credential: get('Credential'),
    date: get('Date'),
    seconds: Number(get('Expires')),
    signedHeaders: get('SignedHeaders').split(';'),
    signature: get('Signature'),
    payload: 'UNSIGNED-PAYLOAD',
  }
}

function fromHeader(headers: SignedRequest['headers']): GivenSignature | null {
  const { authorization } = headers
  if (authorization === undefined) return null
  const get = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(authorization)?.[1] ?? ''
  return {
    credential: get('Credential'),
    date: headers['x-amz-date'] ?? '',
    seconds: null,
    signedHeaders: get('SignedHeaders').split(';'),
    signature: get('Signature'),
    payload: headers['x-amz-content-sha256'] ?? '',
  }
}

/** Parses a time such as 20130524T000000Z. */
function parseTime(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function computeSignature(request: SignedRequest, given: GivenSignature, secret: string): string {
  const { credential, date, signedHeaders } = given
  const scope = credential.split('/').slice(1)
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(toCanonical(request, given, signedHeaders))]
  const key = scope.reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`)
  return hmac(key, text.join('\n')).toString('hex')
}

function toCanonical(
  { method, target, headers }: SignedRequest,
  given: GivenSignature,
  names: string[],
): string {
  const [path = '', query = ''] = target.split('?')
  const parameters = query
    .split('&')
    .filter(each => each !== '' && !each.startsWith('X-Amz-Signature='))
    .map(each => each.split('=').map(encode))
    .map(([name, value = '']) => `${name}=${value}`)
  return [
    method,
    path.split('/').map(encode).join('/'),
    parameters.sort().join('&'),
    ...names.map(name => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    given.payload,
  ].join('\n')
}

/** Encodes what arrived in any encoding in the one that is signed. */
function encode(text: string): string {
  return encodeURIComponent(decodeURIComponent(text.replaceAll('+', ' '))).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
