import { createCollection } from '@nestmark/contract/collections'
import * as share from '@nestmark/contract/sharing/share'
import { newId } from '../../db/newId.ts'
import type { TestApp } from '../support/app.ts'
import type { Person } from '../support/people.ts'
import type { Recorder } from './record.testing.ts'
import { tourOfDomains } from './tourOfDomains.testing.ts'

/** Invites people to a collection: one with an account, and one without. Then a collection gets a domain. */
export async function tourOfInvitations(
  app: TestApp,
  to: Recorder,
  { ada, rosa }: Record<'ada' | 'rosa', Person>,
): Promise<void> {
  const { _id: folder_id } = await to.call<{ _id: string }>(createCollection, ada, { name: 'Buns' })
  await to.call(share.inviteMember, ada, { folder_id, email: rosa.email, type: 'read' })
  const { _id: secret } = await to.call<{ _id: string }>(createCollection, ada, { name: 'Family recipes' })
  await to.call(share.requestAccess, rosa, { folder_id: secret })
  await to.call(share.declineAccess, ada, { folder_id: secret, person_id: rosa.id })
  const [invitation_id, now] = [newId(), app.clock.now]
  const row = {
    id: invitation_id,
    collection_id: folder_id,
    owner_id: ada.id,
    email: 'otto@example.org',
    may_write: 1,
    created_at: now,
    expires_at: now + 86_400_000,
  }
  await app.services.db.write(tx => tx.insertInto('invitations').values(row).execute())
  await to.call(share.resendInvitation, ada, { folder_id, invitation_id })
  await to.call(share.cancelInvitation, ada, { folder_id, invitation_id })
  await tourOfDomains(app, to)
}
