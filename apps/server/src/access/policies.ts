import type { ErrorCode } from '@nestmark/contract/errors'

/**
 * A person's role in a collection and its contents: the owner, a member with write or read access, or the public
 * where it is public. null means no access.
 */
export type Role = 'owner' | 'write' | 'read' | 'public' | null

/** A person's role in one collection. */
export interface CollectionRole {
  role: Role
  /** True when they can write in it but not in its parent: it is the root of a share. */
  shareRoot: boolean
}

interface Policy {
  roles: readonly Role[]
  refusal: ErrorCode
  /** True when the root of a share is reserved to its owner, regardless of the role. */
  excludesShareRoot?: boolean
}

/** Every action that needs a permission, with the roles that have it and the refusal for readers. */
export const policies = {
  'collections.read': { roles: ['owner', 'write', 'read', 'public'], refusal: 'collections.readOnly' },
  // Into the user's own library.
  'collections.copy': { roles: ['owner', 'write', 'read', 'public'], refusal: 'collections.readOnly' },
  // As reading. It responds 404 to users without access: nobody can request access by an export.
  'collections.export': { roles: ['owner', 'write', 'read', 'public'], refusal: 'collections.readOnly' },
  'collections.add': { roles: ['owner', 'write'], refusal: 'collections.readOnly' },
  'collections.edit': { roles: ['owner', 'write'], refusal: 'collections.readOnly' },
  'collections.move': { roles: ['owner'], refusal: 'collections.readOnly' },
  'collections.trash': {
    roles: ['owner', 'write'],
    refusal: 'collections.readOnly',
    excludesShareRoot: true,
  },
  'collections.delete': { roles: ['owner'], refusal: 'collections.readOnly' },
  'collections.favourite': { roles: ['owner', 'write', 'read'], refusal: 'collections.readOnly' },
  'collections.activity': { roles: ['owner', 'write', 'read'], refusal: 'activity.membersOnly' },
  'collections.share': { roles: ['owner'], refusal: 'collections.readOnly' },
  // Writers add directly.
  'collections.suggest': { roles: ['read', 'public'], refusal: 'suggestions.closed' },
  'links.read': { roles: ['owner', 'write', 'read', 'public'], refusal: 'links.readOnly' },
  'links.export': { roles: ['owner', 'write', 'read', 'public'], refusal: 'links.readOnly' },
  'links.copies': { roles: ['owner', 'write', 'read'], refusal: 'copies.membersOnly' },
  // What an encrypted link consists of, its files included.
  'links.envelopes': { roles: ['owner', 'write', 'read'], refusal: 'links.readOnly' },
  'links.edit': { roles: ['owner', 'write'], refusal: 'links.readOnly' },
  'links.move': { roles: ['owner', 'write'], refusal: 'links.readOnly' },
  'links.trash': { roles: ['owner', 'write'], refusal: 'links.readOnly' },
  'links.delete': { roles: ['owner'], refusal: 'links.readOnly' },
  'links.favourite': { roles: ['owner', 'write', 'read'], refusal: 'links.readOnly' },
  'links.share': { roles: ['owner'], refusal: 'links.readOnly' },
  // Tags are private, so users without access get 404.
  'tags.edit': { roles: ['owner'], refusal: 'tags.notFound' },
} as const satisfies Record<string, Policy>

export type Action = keyof typeof policies
export type CollectionAction = Extract<Action, `collections.${string}`>
export type LinkAction = Extract<Action, `links.${string}`>

/** Returns true when the role has the permission on links and on the contents of a collection. */
export function isAllowed(role: Role, action: Action): boolean {
  return (policies[action].roles as readonly Role[]).includes(role)
}

/** Returns true when the role has the permission on the collection itself. */
export function isAllowedOn({ role, shareRoot }: CollectionRole, action: CollectionAction): boolean {
  const policy: Policy = policies[action]
  return isAllowed(role, action) && !(shareRoot && policy.excludesShareRoot)
}

/** Returns the permissions on a link, for the page's controls. */
export function linkPermissions(role: Role) {
  return {
    edit: isAllowed(role, 'links.edit'),
    move: isAllowed(role, 'links.move'),
    trash: isAllowed(role, 'links.trash'),
    favourite: isAllowed(role, 'links.favourite'),
    share: isAllowed(role, 'links.share'),
  }
}

/**
 * Returns the permissions on a collection. The root cannot be edited, moved or trashed.
 * @param suggestions whether the collection accepts them
 */
export function collectionPermissions(collectionRole: CollectionRole, isRoot: boolean, suggestions = false) {
  const { role } = collectionRole
  return {
    edit: !isRoot && isAllowed(role, 'collections.edit'),
    move: !isRoot && isAllowed(role, 'collections.move'),
    trash: !isRoot && isAllowedOn(collectionRole, 'collections.trash'),
    favourite: !isRoot && isAllowed(role, 'collections.favourite'),
    share: isAllowed(role, 'collections.share'),
    add: isAllowed(role, 'collections.add'),
    suggest: suggestions && isAllowed(role, 'collections.suggest'),
  }
}
