import type { Output } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/links/links'
import type { Actor } from '../../access/actor.ts'
import { grantLink } from '../../access/grant.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { namesOfUsers } from '../session/userStore.ts'
import { readLink } from './lists/readLinks.ts'
import * as sharing from '@nestmark/contract/sharing/share'
import { errorTexts } from '@nestmark/texts/errors'
import { Refused } from '../../access/refuse.ts'
import { StatusReply } from '../../calls/replies.ts'

/** Returns one link. A link in the trash is returned, marked, to users who may restore it. */
export const getLink = action(
  contract.getLink,
  async (call: Call<Actor | null>, input): Promise<Output<typeof contract.getLink>> => {
    const { read } = call.services.db
    const granted = await grantLink(read, call.actor, 'links.read', input.link_id)
    const { seq, role, owner_id: ownerId, collection_id: collectionId, collectionTrashedBy } = granted.link
    const link = await readLink(call, seq, role)
    if (role === 'public') {
      const [[collection], names] = await Promise.all([
        collectionsWithRoles(read, call.actor, [collectionId]),
        namesOfUsers(read, [ownerId]),
      ])
      const shown = { ...link, owner_name: names.get(ownerId) ?? '' }
      // The collection of a link that is itself public stays hidden from readers who cannot see it.
      return { link: collection?.role ? shown : { ...shown, parent: '', parent_name: '' } }
    }
    return { link: collectionTrashedBy === null ? link : { ...link, is_trash: 1 } }
  },
)

/** Returns a link as visitors see it. As specified, responds 203 with a message when it cannot be shown. */
export const visitLink = action(sharing.visitLink, async (call, input) => {
  try {
    return { ...(await getLink(call, input)), code: null }
  } catch (error) {
    const code = error instanceof Refused ? error.code : null
    if (code !== 'links.notFound' && code !== 'links.private') throw error
    return new StatusReply({ link: null, code }, 203, errorTexts[code])
  }
})
