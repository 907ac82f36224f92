import { getCollection } from '@nestmark/contract/collections'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { useMatch } from '../../lib/router/paths.ts'
import { cleanId } from '../../lib/addresses.ts'
import { useOperation } from '../../lib/api/operations.ts'
import { arePlanLimitsEnabled } from '../../lib/serverSetting.ts'
import type { UploadTarget } from '../../lib/uploads/addFiles.ts'
import { formatCollectionName } from '../collections/data.ts'
import { useMe } from '../session/data.ts'

/** Where files of this page are uploaded, and whether the user may add them there. */
export interface PageTarget extends UploadTarget {
  canAdd: boolean
  /** The free storage in bytes; undefined where another user pays or there is no limit. */
  room: number | undefined
}

/** Returns the collection of the page as the target of uploads; the top level on other pages. Returns null for visitors. */
export function useUploadTarget(): PageTarget | null {
  const open = useMatch('/c/:id')?.params.id
  const id = open === undefined ? undefined : cleanId(open)
  const me = useMe()
  // `enabled: false`: the page reads it.
  const { data } = useOperation(getCollection, { folder_id: id ?? '' }, { enabled: false, quiet: true })
  if (!me) return null
  const room = arePlanLimitsEnabled() ? Math.max(0, me.storage_limit - me.storage_used) : undefined
  const base = { user: me.user_id, root: me.root_folder, canAdd: true, room }
  if (id === undefined || id === me.root_folder)
    return { ...base, parent: null, parentName: collectionsTexts.dashboard }
  if (!data) return { ...base, parent: id, parentName: '', canAdd: false }
  const { folder } = data
  return {
    ...base,
    parent: id,
    parentName: formatCollectionName(folder),
    canAdd: folder.can.add && !folder.is_trash,
    room: folder.owner_name === undefined ? room : undefined,
  }
}
