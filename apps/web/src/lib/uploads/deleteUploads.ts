import { cancelUpload } from '@nestmark/contract/files'
import { client } from '../api/client.ts'

/** Deletes uploads that no link has claimed, without waiting. Where a call is lost, they expire by themselves. */
export function deleteUploads(ids: Iterable<string>): void {
  for (const upload_id of ids)
    void client.call(cancelUpload, { upload_id }, { keepalive: true }).catch(() => undefined)
}
