import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { isSigned, sign } from '../../../calls/signature.ts'
import { parseFileKey, toFileKey } from './uploadType.ts'

/** The fields of the form by which a file is posted. */
export interface UploadFormFields {
  key: string
  policy: string
  signature: string
}

/** The policy of a form. */
interface Policy {
  key: string
  person: string
  type: string
  size: number
  /** Milliseconds since 1970. */
  expires: number
}

const purpose = 'upload form'

/** Returns the fields of the form for an upload. The policy binds its key, type, size, sender and end. */
export function createUploadForm(
  secret: string,
  upload: Pick<UploadRow, 'id' | 'person_id' | 'media_type' | 'size' | 'expires_at'>,
): UploadFormFields {
  const key = `u/${toFileKey(upload.id, upload.media_type)}`
  const policy = toPolicy(key, upload)
  return { key, policy, signature: sign(secret, purpose, policy) }
}

/** Returns the id of the upload of a form with a valid signature; null for any other form. */
export function readUploadForm(secret: string, fields: Record<string, string>): string | null {
  const { key = '', policy = '', signature = '' } = fields
  if (!isSigned(secret, purpose, policy, signature)) return null
  const { key: signedKey } = JSON.parse(Buffer.from(policy, 'base64url').toString()) as Policy
  return key === signedKey ? parseFileKey(key) : null
}

/** Returns whether the policy of a form is that of the upload, and still valid. */
export function isFormOf(
  upload: Pick<UploadRow, 'id' | 'person_id' | 'media_type' | 'size' | 'expires_at'>,
  { key = '', policy }: Record<string, string>,
  now: number,
): boolean {
  return policy === toPolicy(key, upload) && upload.expires_at > now
}

function toPolicy(
  key: string,
  upload: Pick<UploadRow, 'person_id' | 'media_type' | 'size' | 'expires_at'>,
): string {
  const policy: Policy = {
    key,
    person: upload.person_id,
    type: upload.media_type,
    size: upload.size,
    expires: upload.expires_at,
  }
  return Buffer.from(JSON.stringify(policy)).toString('base64url')
}
