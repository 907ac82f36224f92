import type { favouriteLinks as favouriteLinksCall } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import type { StatusReply } from '../../calls/replies.ts'
import { favouriteBatch } from './batches.ts'
import { runAction } from './runAction.ts'

/** Adds or removes the caller's favourite marks on many links. */
export async function favouriteLinks(
  call: Call,
  input: Parsed<typeof favouriteLinksCall>,
): Promise<Output<typeof favouriteLinksCall> | StatusReply<Output<typeof favouriteLinksCall>>> {
  const favourite = input.is_fav === 1
  const targets = { ids: input.links, every: input.every, except: input.except }
  const done = await runAction(
    call,
    'links.favourite',
    targets,
    { action: 'favouriteLinks', favourite },
    (tx, batch, granted) => favouriteBatch(tx, batch, granted, favourite),
  )
  return done.as(n => ({ changed: n }))
}
