import type { Output } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/links/links'
import { compareKey, normaliseAddress } from '@nestmark/core/addresses/url'
import { action } from '../../../calls/action.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { listSameAddress } from '../lists/linkPageQuery.ts'
import { presentLinks } from '../present.ts'

const maxShown = 5

/** Returns the caller's saved links with the same address. Text that is not an address has no matches. */
export const findSaved = action(
  contract.findSaved,
  async (call, { link, except }): Promise<Output<typeof contract.findSaved>> => {
    const { personId } = call.actor
    const { db, config } = call.services
    const canKeep = config.copies === 'off' ? 0 : 1
    const address = normaliseAddress(link)
    if (address === null) return { links: [], total: 0, can_keep: canKeep }
    const key = compareKey(address)
    const [rows, total] = await listSameAddress(db.read, personId, { key, except, limit: maxShown })
    return { links: presentLinks(rows, 'owner', createPictureAddresses(call)), total, can_keep: canKeep }
  },
)
