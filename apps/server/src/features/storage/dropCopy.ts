import * as contract from '@nestmark/contract/copies'
import { versionFileKinds } from '../../db/fileTables.ts'
import { action } from '../../calls/action.ts'
import { dropPageFiles } from './dropPageFiles.ts'

/** Deletes one version of a page, or all. Without a version, its words are not searched any more. */
export const dropCopy = action(contract.dropCopy, (call, { link_id, number }) => {
  return dropPageFiles(call, link_id, {
    kinds: versionFileKinds,
    ...(number !== undefined && { position: number }),
  })
})
