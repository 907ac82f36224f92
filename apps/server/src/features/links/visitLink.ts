import * as contract from '@nestmark/contract/sharing/share'
import { errorTexts } from '@nestmark/texts/errors'
import { Refused } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { StatusReply } from '../../calls/replies.ts'
import { getLink } from './getLink.ts'

/** Returns a link as visitors see it. As specified, responds 203 with a message when it cannot be shown. */
export const visitLink = action(contract.visitLink, async (call, input) => {
  try {
    return { ...(await getLink(call, input)), code: null }
  } catch (error) {
    const code = error instanceof Refused ? error.code : null
    if (code !== 'links.notFound' && code !== 'links.private') throw error
    return new StatusReply({ link: null, code }, 203, errorTexts[code])
  }
})
