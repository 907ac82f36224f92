import type { Collection } from '@nestmark/contract/shapes'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { useNavigate } from '../../lib/router/location.ts'
import { Confirm } from '../../ui/dialogs/Confirm.tsx'
import { IconLeave } from '../../ui/icons.ts'
import { formatCollectionName } from '../collections/data.ts'
import { findPathAfterTrash } from '../collections/pathAfterTrash.ts'
import { findPageCollection } from '../links/data.ts'
import { useLeaveCollection } from './data.ts'

/** Asks for confirmation before the user leaves a shared collection. Opens another page in place of one of its pages. */
export default function LeaveDialog({
  collection,
  onClose,
}: {
  collection: Pick<Collection, '_id' | 'name'>
  onClose: () => void
}) {
  const leave = useLeaveCollection()
  const navigate = useNavigate()
  const run = async () => {
    const { pathname } = location
    const pageCollection = findPageCollection(pathname)
    // The server hides the collection afterwards.
    const isInside = findPathAfterTrash(pageCollection, [collection._id]) !== null
    await leave.mutateAsync({ folder_id: collection._id })
    if (isInside && location.pathname === pathname) void navigate('/shared')
  }
  return (
    <Confirm
      title={texts.leaveTitle(formatCollectionName(collection))}
      body={texts.leaveLine}
      confirm={texts.leave}
      icon={IconLeave}
      danger
      run={run}
      onClose={onClose}
    />
  )
}
