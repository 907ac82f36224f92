import { setPermissions } from '@nestmark/contract/sharing/share'
import { newId } from '../../db/newId.ts'
import type { Resources } from './factory.testing.ts'

/** Creates a collection in the target with a reader who is not in the team. */
export async function makeMembership(
  resources: Resources,
): Promise<{ folder_id: string; person_id: string }> {
  const [folder_id, person_id] = [await resources.collection(), await resources.newAccount()]
  await resources.people.owner.call(setPermissions, {
    folder_id,
    read: 1,
    write: 0,
    read_members: [person_id],
  })
  return { folder_id, person_id }
}

/** Creates a collection in the target to which a person without an account is invited. */
export async function makeInvitation(
  resources: Resources,
): Promise<{ folder_id: string; invitation_id: string }> {
  const { app, people } = resources
  const [folder_id, invitation_id, now] = [await resources.collection(), newId(), app.clock.now]
  const row = {
    id: invitation_id,
    collection_id: folder_id,
    owner_id: people.owner.id,
    email: `${invitation_id}@example.org`.toLowerCase(),
    may_write: 0,
    created_at: now,
    expires_at: now + 86_400_000,
  }
  await app.services.db.write(tx => tx.insertInto('invitations').values(row).execute())
  return { folder_id, invitation_id }
}
