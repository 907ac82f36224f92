import type { Output, Parsed } from '@nestmark/contract/operation'
import type { visitLink as visit } from '@nestmark/contract/share'
import { errorTexts } from '@nestmark/texts/errors'
import { Refused } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { StatusReply } from '../../calls/replies.ts'
import { getLink } from './getLink.ts'

/** Returns a link as visitors see it. As specified, responds 203 with a message when it cannot be shown. */
export async function visitLink(
  call: Call<null>,
  input: Parsed<typeof visit>,
): Promise<Output<typeof visit> | StatusReply<Output<typeof visit>>> {
  try {
    return { ...(await getLink(call, input)), code: null }
  } catch (error) {
    const code = error instanceof Refused ? error.code : null
    if (code !== 'links.notFound' && code !== 'links.private') throw error
    return new StatusReply({ link: null, code }, 203, errorTexts[code])
  }
}
