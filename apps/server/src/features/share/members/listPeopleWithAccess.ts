import * as contract from '@nestmark/contract/sharing/share'
import type { Output } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import { grantCollection } from '../../../access/grant.ts'
import { action } from '../../../calls/action.ts'
import { findUser } from '../../session/userStore.ts'
import { presentInvitation } from '../invitations/presentInvitation.ts'
import { readPathAccess } from '../readPathAccess.ts'

/**
 * Returns everyone who can see a collection, each with the collection that grants it. A person is listed once, by the
 * share with the most rights.
 */
export const listPeopleWithAccess = action(
  contract.listPeopleWithAccess,
  async ({ actor, services: { db, now } }, input) => {
    const { collection } = await grantCollection(db.read, actor, 'collections.share', input.folder_id)
    const [owner, { path, ids, members, publicIds, invitations }] = await Promise.all([
      findUser(db.read, collection.owner_id),
      readPathAccess(db.read, collection.id, now()),
    ])
    const names = new Map(path.map(each => [each.id, each.name]))
    const toCollection = (id: string) => ({ _id: id, name: assertDefined(names.get(id), 'name') })
    const people = new Map<string, Output<typeof contract.listPeopleWithAccess>['people'][number]>()
    people.set(collection.owner_id, {
      _id: collection.owner_id,
      email: owner?.email ?? '',
      name: owner?.name ?? '',
      type: 'owner',
      through: toCollection(collection.id),
    })
    // The nearest collection first, so that it is the one named.
    const near = members.toSorted((a, b) => ids.indexOf(b.collection_id) - ids.indexOf(a.collection_id))
    for (const { id, email, name, may_write: mayWrite, collection_id: from } of near) {
      const known = people.get(id)
      if (known && (known.type !== 'read' || !mayWrite)) continue
      people.set(id, { _id: id, email, name, type: mayWrite ? 'write' : 'read', through: toCollection(from) })
    }
    const opens = ids.findLast(id => publicIds.has(id))
    const invited = invitations.map(each => ({
      ...presentInvitation(each),
      through: toCollection(each.collection_id),
    }))
    return { people: [...people.values()], invited, public_through: opens ? toCollection(opens) : null }
  },
)
