import type { ErrorCode } from '@nestmark/contract/errors'

/**
 * A person's role in a collection and its contents: the owner, a member with write or read access, or the
 * public where it is public. null is a stranger.
 */
export type Role = 'owner' | 'write' | 'read' | 'public' | null

/** A person's role in one collection. */
export interface Standing {
  role: Role
  /** True when they can write in it but not in its parent: it is the root of a share. */
  shareRoot: boolean
}

interface Policy {
  roles: readonly Role[]
  refusal: ErrorCode
  /** True when the root of a share is reserved to its owner, whatever the role. */
  beneathShareRoot?: boolean
}

/** Every action that needs a permission, with the roles that have it and the refusal for readers. */
export const policies = {
  'collections.read': { roles: ['owner', 'write', 'read', 'public'], refusal: 'collections.readOnly' },
  'collections.add': { roles: ['owner', 'write'], refusal: 'collections.readOnly' },
  'collections.edit': { roles: ['owner', 'write'], refusal: 'collections.readOnly' },
  'collections.move': { roles: ['owner'], refusal: 'collections.readOnly' },
  'collections.trash': {
    roles: ['owner', 'write'],
    refusal: 'collections.readOnly',
    beneathShareRoot: true,
  },
  'collections.delete': { roles: ['owner'], refusal: 'collections.readOnly' },
  'collections.favourite': { roles: ['owner', 'write', 'read'], refusal: 'collections.readOnly' },
  'collections.activity': { roles: ['owner', 'write', 'read'], refusal: 'activity.membersOnly' },
  'collections.share': { roles: ['owner'], refusal: 'collections.readOnly' },
  // Writers add directly.
  'collections.suggest': { roles: ['read', 'public'], refusal: 'suggestions.closed' },
  'links.read': { roles: ['owner', 'write', 'read', 'public'], refusal: 'links.readOnly' },
  'links.edit': { roles: ['owner', 'write'], refusal: 'links.readOnly' },
  'links.move': { roles: ['owner', 'write'], refusal: 'links.readOnly' },
  'links.trash': { roles: ['owner', 'write'], refusal: 'links.readOnly' },
  'links.delete': { roles: ['owner'], refusal: 'links.readOnly' },
  'links.favourite': { roles: ['owner', 'write', 'read'], refusal: 'links.readOnly' },
  'links.share': { roles: ['owner'], refusal: 'links.readOnly' },
  // Tags are private, so strangers get 404.
  'tags.edit': { roles: ['owner'], refusal: 'tags.notFound' },
} as const satisfies Record<string, Policy>

export type Action = keyof typeof policies
export type CollectionAction = Extract<Action, `collections.${string}`>
export type LinkAction = Extract<Action, `links.${string}`>

/** Returns true when the role has the permission on links and on the contents of a collection. */
export function may(role: Role, action: Action): boolean {
  return (policies[action].roles as readonly Role[]).includes(role)
}

/** Returns true when the role has the permission on the collection itself. */
export function mayWith({ role, shareRoot }: Standing, action: CollectionAction): boolean {
  const policy: Policy = policies[action]
  return may(role, action) && !(shareRoot && policy.beneathShareRoot)
}

/** Returns the permissions on a link, for the page's controls. */
export function linkCan(role: Role) {
  return {
    edit: may(role, 'links.edit'),
    move: may(role, 'links.move'),
    trash: may(role, 'links.trash'),
    favourite: may(role, 'links.favourite'),
    share: may(role, 'links.share'),
  }
}

/**
 * Returns the permissions on a collection. The root cannot be edited, moved or trashed.
 * @param suggestions whether the collection accepts them
 */
export function collectionCan(standing: Standing, isRoot: boolean, suggestions = false) {
  const { role } = standing
  return {
    edit: !isRoot && may(role, 'collections.edit'),
    move: !isRoot && may(role, 'collections.move'),
    trash: !isRoot && mayWith(standing, 'collections.trash'),
    favourite: !isRoot && may(role, 'collections.favourite'),
    share: may(role, 'collections.share'),
    add: may(role, 'collections.add'),
    suggest: suggestions && may(role, 'collections.suggest'),
  }
}
