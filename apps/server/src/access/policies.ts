import type { ErrorCode } from '@nestmark/contract/errors'

/**
 * What somebody is to a collection, and so to all that lies in it: its owner, a member who may write or read, or, where it
 * is shown to anyone, part of the public. null is a stranger.
 */
export type Role = 'owner' | 'write' | 'read' | 'public' | null

/** What somebody is to one collection. */
export interface Standing {
  role: Role
  /** They may write in it, and not in the collection around it: it is the root of what is shared with them. */
  shareRoot: boolean
}

interface Policy {
  roles: readonly Role[]
  refusal: ErrorCode
  /** The root of a share is left to its owner, whatever the role. */
  beneathShareRoot?: boolean
}

/** Every deed that needs a right, with the roles that have it and the refusal for those who may only look. */
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
  // Who may write adds at once.
  'collections.suggest': { roles: ['read', 'public'], refusal: 'suggestions.closed' },
  'links.read': { roles: ['owner', 'write', 'read', 'public'], refusal: 'links.readOnly' },
  'links.edit': { roles: ['owner', 'write'], refusal: 'links.readOnly' },
  'links.move': { roles: ['owner', 'write'], refusal: 'links.readOnly' },
  'links.trash': { roles: ['owner', 'write'], refusal: 'links.readOnly' },
  'links.delete': { roles: ['owner'], refusal: 'links.readOnly' },
  'links.favourite': { roles: ['owner', 'write', 'read'], refusal: 'links.readOnly' },
  'links.share': { roles: ['owner'], refusal: 'links.readOnly' },
  // Tags are a person's own; nobody else knows that they are there.
  'tags.edit': { roles: ['owner'], refusal: 'tags.notFound' },
} as const satisfies Record<string, Policy>

export type Action = keyof typeof policies
export type CollectionAction = Extract<Action, `collections.${string}`>
export type LinkAction = Extract<Action, `links.${string}`>

/** True when the role has the right: to links, and to what is done inside a collection. */
export function may(role: Role, action: Action): boolean {
  return (policies[action].roles as readonly Role[]).includes(role)
}

/** True when somebody with this standing has the right to the collection itself. */
export function mayWith({ role, shareRoot }: Standing, action: CollectionAction): boolean {
  const policy: Policy = policies[action]
  return may(role, action) && !(shareRoot && policy.beneathShareRoot)
}

/** What one may do with a link; pages show and hide by it. */
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
 * What one may do with a collection. The root stays where and what it is.
 * @param suggestions whether they are welcome there
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
