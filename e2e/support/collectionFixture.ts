import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Person } from '../../apps/server/src/test/support/people.ts'

/**
 * Creates a collection.
 * @param parent the ID of its parent; the owner's root without it
 * @returns its ID
 */
export const addCollection = async (owner: Person, name: string, parent?: string): Promise<string> =>
  (await owner.call(createCollection, { name, parent }))._id

/**
 * Saves a link of the category "link" whose address ends with its title, in plain text.
 * @param parent the ID of its collection; the owner's root without it
 * @param fields replaces or adds fields of the link
 * @returns its ID
 */
export const addLink = async (owner: Person, name: string, parent?: string, fields = {}): Promise<string> =>
  (
    await owner.call(saveLink, {
      name,
      link: `https://example.org/${name}`,
      category: 3,
      parent,
      plain: 1,
      ...fields,
    })
  )._id

/** Shares a collection with one member only. */
export const shareCollection = (owner: Person, collection: string, role: 'read' | 'write', member: Person) =>
  owner.call(setPermissions, {
    folder_id: collection,
    read: role === 'read' ? 1 : 0,
    write: role === 'write' ? 1 : 0,
    [`${role}_members`]: [member.id],
  })
