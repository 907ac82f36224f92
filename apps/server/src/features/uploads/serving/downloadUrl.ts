import * as contract from '@nestmark/contract/files'
import { isAllowed } from '../../../access/policies.ts'
import { refuse } from '../../../access/refuse.ts'
import { linksWithRoles } from '../../../access/roles.ts'
import { action } from '../../../calls/action.ts'
import type { CallWith } from '../../../services.ts'
import type { Actor } from '../../../access/actor.ts'
import { requireBandwidth } from './bandwidth.ts'
import { createFileAddress } from './fileAddress.ts'
import { findFileOfLink } from './servedFileQuery.ts'

/** Returns the address of a file of a link that the caller may read, or of its preview. */
export const downloadUrl = action(
  contract.downloadUrl,
  async ({ services, actor }: CallWith<'meter', Actor | null>, input) => {
    const { read } = services.db
    const [link] = await linksWithRoles(read, actor, [input.link_id])
    if (!link?.role) return refuse('links.notFound')
    const kind = input.type === 'thumb' ? 'poster' : 'file'
    const file = await findFileOfLink(read, link.id, kind, input.index)
    if (!file || (file.sealed !== null && !isAllowed(link.role, 'links.envelopes')))
      return refuse('files.notFound')
    await requireBandwidth(services, file.owner_id)
    const { id, name } = file
    const isPreview = input.type === 'preview' && file.hasPreview
    const address = { id, name, sessionId: actor?.sessionId ?? '', isPreview }
    return {
      url: createFileAddress(services.config.secret, address, services.now()),
      type: input.type === 'preview' && !isPreview ? 'file' : input.type,
    }
  },
)
