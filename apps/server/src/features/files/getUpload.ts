import type { getUpload as get } from '@nestmark/contract/files'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { findOwnUpload } from './findOwnUpload.ts'
import { presentUpload } from './presentUpload.ts'

/** Returns an upload of the caller, so that it can be resumed. */
export async function getUpload(
  { services, actor }: Call,
  { upload_id: id }: Parsed<typeof get>,
): Promise<Output<typeof get>> {
  const { read } = services.db
  return presentUpload(read, await findOwnUpload(read, actor, id), services.now())
}
