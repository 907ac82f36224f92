import type { Member, Permissions } from '../data.ts'

/** Returns the input of `setPermissions` that changes `before` into `after`. */
export function diffPermissions(before: Permissions, after: Permissions) {
  const ids = (members: Permissions['read_members']) => members.map(each => each._id)
  const without = (all: string[], wanted: string[]) => all.filter(id => !wanted.includes(id))
  const [readBefore, writeBefore] = [ids(before.read_members), ids(before.write_members)]
  const [readers, writers] = [ids(after.read_members), ids(after.write_members)]
  return {
    read: after.read,
    write: after.write,
    enable_sugg: after.enable_sugg,
    read_members: after.read === 0 ? [] : without(readers, readBefore),
    write_members: after.write === 0 ? [] : without(writers, writeBefore),
    read_members_remove: without(without(readBefore, readers), writers),
    write_members_remove: without(without(writeBefore, writers), readers),
  }
}

/** Returns whether permissions were changed and not saved. */
export const hasUnsavedChanges = (saved: Permissions, chosen: Permissions): boolean =>
  JSON.stringify(diffPermissions(saved, chosen)) !== JSON.stringify(diffPermissions(saved, saved))

/** The two lists of members. */
export type MemberRole = 'read' | 'write'

/** Returns the permissions with a member in one of the lists, and not in the other. */
export function setMemberRole(permissions: Permissions, member: Member, role: MemberRole): Permissions {
  const { read_members, write_members, ...rest } = removeMember(permissions, member)
  if (role === 'write')
    return { ...rest, read_members, write: 1, write_members: [...write_members, member], enable_sugg: 0 }
  const read = rest.read === 0 ? 1 : rest.read
  return { ...rest, read, read_members: [...read_members, member], write_members }
}

/** Returns the permissions without a member. */
export function removeMember(permissions: Permissions, { _id }: Pick<Member, '_id'>): Permissions {
  const without = (members: Member[]) => members.filter(each => each._id !== _id)
  const { read_members, write_members } = permissions
  return { ...permissions, read_members: without(read_members), write_members: without(write_members) }
}

/**
 * Returns the permissions that the server stores after it removed a member. Without writers and invited writers,
 * only the owner writes.
 */
export function withoutSavedMember(saved: Permissions, member: Member): Permissions {
  const rest = removeMember(saved, member)
  const hasWriters = rest.write_members.length > 0 || rest.invited.some(each => each.type === 'write')
  return { ...rest, write: hasWriters ? rest.write : 0 }
}

/**
 * Applies the differences between `from` and `to` to other permissions, except where these already differ from
 * `from`.
 */
export function mergePermissions(target: Permissions, from: Permissions, to: Permissions): Permissions {
  const pick = <Key extends 'read' | 'write' | 'enable_sugg'>(key: Key) =>
    target[key] === from[key] ? to[key] : target[key]
  let merged: Permissions = target
  for (const member of [
    ...from.read_members,
    ...from.write_members,
    ...to.read_members,
    ...to.write_members,
  ]) {
    const role = roleOf(to, member)
    if (role === roleOf(from, member) || roleOf(merged, member) !== roleOf(from, member)) continue
    merged = role === null ? removeMember(merged, member) : setMemberRole(merged, member, role)
  }
  const { read_members, write_members } = merged
  const write = target.write === 1 && write_members.length > 0 ? 1 : pick('write')
  return {
    ...target,
    read: pick('read'),
    write,
    enable_sugg: write === 1 ? 0 : pick('enable_sugg'),
    read_members,
    write_members,
  }
}

export function roleOf({ read_members, write_members }: Permissions, { _id }: Member): MemberRole | null {
  if (write_members.some(each => each._id === _id)) return 'write'
  return read_members.some(each => each._id === _id) ? 'read' : null
}

/**
 * Returns the list for which a team is chosen, but which has no members and no invitations; null when there is
 * none.
 */
export function findEmptyTeam(permissions: Permissions): MemberRole | null {
  const { read, write, read_members, write_members, invited } = permissions
  const isEmpty = (members: Member[], role: MemberRole) =>
    members.length === 0 && !invited.some(each => each.type === role)
  if (write === 1 && isEmpty(write_members, 'write')) return 'write'
  if (read === 1 && write === 0 && isEmpty(read_members, 'read')) return 'read'
  return null
}

/** Returns the ids of the people in both lists. */
export function listMemberIds({ read_members, write_members }: Permissions): Set<string> {
  return new Set([...read_members, ...write_members].map(each => each._id))
}

/** Returns whether a person is in one of the lists. */
export function isMember(permissions: Permissions, id: string): boolean {
  return listMemberIds(permissions).has(id)
}
