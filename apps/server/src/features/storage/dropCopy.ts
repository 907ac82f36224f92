import type { dropCopy as drop } from '@nestmark/contract/copies'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { versionFileKinds } from '../../db/fileTables.ts'
import type { Call } from '../../calls/call.ts'
import { dropPageFiles } from './dropPageFiles.ts'

/** Deletes one version of a page, or all. Without a version, its words are not searched any more. */
export function dropCopy(call: Call, { link_id, number }: Parsed<typeof drop>): Promise<Output<typeof drop>> {
  return dropPageFiles(call, link_id, {
    kinds: versionFileKinds,
    ...(number !== undefined && { position: number }),
  })
}
