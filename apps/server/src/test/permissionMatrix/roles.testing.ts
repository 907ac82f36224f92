/** The callers, in the order of the columns. For a private target, the two members count as users without access. */
export const roles = ['owner', 'write', 'read', 'noAccess', 'visitor'] as const
export type Role = (typeof roles)[number]

/** Who may see the owner's target: no other user, two members, or these and anyone on the internet. */
export const states = ['private', 'team', 'public'] as const
export type State = (typeof states)[number]
