import { isSigned, sign } from '../../../calls/signature.ts'

/** How long the address of a file is valid, in milliseconds. */
const addressMs = 300_000

/** The name of an encrypted file, which is unknown to the server. */
export const unknownName = 'file'

const purposes = { file: 'file address', preview: 'preview address' }

/** The signed parameters of the address of a file. */
export interface FileAddress {
  /** The id of the file. */
  id: string
  /** Its end, in seconds since 1970. */
  expires: string
  /** The id of the session or API key that requested it; '' for a visitor. */
  sessionId: string
  signature: string
  /** Whether it leads to the preview of the picture. */
  isPreview: boolean
}

/**
 * Returns the address of a file, relative to this server. The name is only shown.
 * @param now milliseconds since 1970
 */
export function createFileAddress(
  secret: string,
  {
    id,
    name,
    sessionId,
    isPreview = false,
  }: { id: string; name: string; sessionId: string; isPreview?: boolean },
  now: number,
): string {
  const expires = String(Math.floor((now + addressMs) / 1000))
  const signature = sign(secret, toPurpose(isPreview), toText({ id, expires, sessionId }))
  const query = new URLSearchParams({
    ...(isPreview && { v: 'preview' }),
    e: expires,
    s: sessionId,
    m: signature,
  })
  return `/f/${id}/${encodeURIComponent(name || unknownName)}?${query.toString()}`
}

/** Returns whether an address was made by this server and is still valid. */
export function isValidAddress(secret: string, address: FileAddress, now: number): boolean {
  const isMade = isSigned(secret, toPurpose(address.isPreview), toText(address), address.signature)
  return isMade && Number(address.expires) * 1000 > now
}

const toPurpose = (isPreview: boolean) => purposes[isPreview ? 'preview' : 'file']

const toText = ({ id, expires, sessionId }: Pick<FileAddress, 'id' | 'expires' | 'sessionId'>) =>
  `${id} ${expires} ${sessionId}`
