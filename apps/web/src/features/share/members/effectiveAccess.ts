import type { Member, Permissions } from '../data.ts'

/** Who can open a collection: by its own permissions, and by those of the collections above. */
export interface EffectiveAccess {
  /** The collection above that makes it public; 'here' when it is public itself; null when it is not public. */
  publicThrough: 'here' | { _id: string; name: string } | null
  /** Everyone besides its owner, each once with the highest right. */
  people: (Member & { type: 'write' | 'read' })[]
  /** The invited addresses without an account, each once with the highest right. */
  invited: Invited[]
}

/** An invited address, and the collection above of the invitation; null for the collection itself. */
export interface Invited {
  email: string
  type: 'write' | 'read'
  through: { _id: string; name: string } | null
}

/** Returns the name of the nearest collection above through which other people can write; null when there is none. */
export function findWritersAbove({ inherited }: Pick<Permissions, 'inherited'>): string | null {
  return inherited.find(each => each.people.some(person => person.type === 'write'))?.name ?? null
}

/** Returns the people whom the collections above give a role, each once, with the name of that collection. */
export function listPeopleAbove({ inherited }: Pick<Permissions, 'inherited'>, role: 'read' | 'write') {
  const people = new Map<string, Member & { through: string }>()
  for (const { name, people: granted } of inherited)
    for (const { type, ...member } of granted)
      if (type === role && !people.has(member._id)) people.set(member._id, { ...member, through: name })
  return [...people.values()]
}

/** Returns who can open a collection with these permissions. */
export function computeEffectiveAccess(permissions: Permissions): EffectiveAccess {
  const { read, write, read_members, write_members, inherited } = permissions
  const people = new Map<string, EffectiveAccess['people'][number]>()
  const add = (person: Member, type: 'write' | 'read') => {
    if (people.get(person._id)?.type !== 'write') people.set(person._id, { ...person, type })
  }
  if (write === 1) for (const each of write_members) add(each, 'write')
  if (read !== 0) for (const each of read_members) add(each, 'read')
  for (const above of inherited) for (const { type, ...person } of above.people) add(person, type)
  const publicAbove = inherited.find(each => each.is_public)
  const publicThrough = read === 3 ? 'here' : (publicAbove ?? null)
  return { publicThrough, people: [...people.values()], invited: listInvited(permissions) }
}

function listInvited({ read, write, invited, invited_above }: Permissions): Invited[] {
  // The owner ends the invitations of a level that is not chosen.
  const own = invited.filter(each => (each.type === 'write' ? write === 1 : read !== 0))
  const byEmail = new Map<string, Invited>()
  for (const { email, type, through } of [
    ...own.map(each => ({ ...each, through: null })),
    ...invited_above,
  ]) {
    const known = byEmail.get(email)
    if (!known || (known.type === 'read' && type === 'write')) byEmail.set(email, { email, type, through })
  }
  return [...byEmail.values()]
}
