import * as contract from '@nestmark/contract/reading/copies'
import { versionFileKinds } from '../../db/tables/fileTables.ts'
import { action } from '../../calls/action.ts'
import { dropPageFiles } from './dropPageFiles.ts'

/** Deletes one version of a page, or all. Without a version, its words are not searched any more. */
export const dropCopy = action(contract.dropCopy, (call, { link_id, number }) => {
  return dropPageFiles(call, link_id, {
    kinds: versionFileKinds,
    ...(number !== undefined && { position: number }),
  })
})
