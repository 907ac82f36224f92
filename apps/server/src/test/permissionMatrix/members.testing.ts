import { setPermissions } from '@nestmark/contract/share'
import type { Resources } from './factory.testing.ts'

/** Creates a collection in the place with a member outside the cast, who reads. */
export async function makeMembership(
  resources: Resources,
): Promise<{ folder_id: string; person_id: string }> {
  const [folder_id, person_id] = [await resources.collection(), await resources.newcomer()]
  await resources.cast.owner.call(setPermissions, {
    folder_id,
    read: 1,
    write: 0,
    read_members: [person_id],
  })
  return { folder_id, person_id }
}
