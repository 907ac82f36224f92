/** The callers, in the order of the columns. For a private place, the two members count as strangers. */
export const roles = ['owner', 'write', 'read', 'stranger', 'visitor'] as const
export type Role = (typeof roles)[number]

/** Who may see the owner's place: nobody else, two members, or these and anyone on the internet. */
export const states = ['private', 'team', 'public'] as const
export type State = (typeof states)[number]
