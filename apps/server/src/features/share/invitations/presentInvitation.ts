import type { Invitation } from '@nestmark/contract/sharing/share'
import type { InvitationRow } from '../../../db/tables/sharedTables.ts'

export const presentInvitation = (row: InvitationRow): Invitation => ({
  _id: row.id,
  email: row.email,
  type: row.may_write ? 'write' : 'read',
  create_date: row.created_at,
})
