import { collectionsWithRoles } from '../../access/roles.ts'

/** Returns whether a person is a member of the collection or of one above, by name. */
export async function isMember(
  tx: Parameters<typeof collectionsWithRoles>[0],
  personId: string,
  collectionId: string,
): Promise<boolean> {
  const [seen] = await collectionsWithRoles(tx, { personId }, [collectionId])
  return seen?.role === 'read' || seen?.role === 'write'
}
