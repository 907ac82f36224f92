import type { Permissions } from './data.ts'

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
