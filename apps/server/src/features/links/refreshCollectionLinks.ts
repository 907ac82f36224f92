import type { refreshCollectionLinks as refreshCollectionLinksCall } from '@nestmark/contract/links'
import type { Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../../access/actor.ts'
import type { Call } from '../../calls/call.ts'
import { listCollectionLinks } from './listCollectionLinks.ts'

/** Returns a page of a collection's own links. The specification names the collection `parent_id` here. */
export function refreshCollectionLinks(
  call: Call<Actor | null>,
  { parent_id, ...page }: Parsed<typeof refreshCollectionLinksCall>,
): ReturnType<typeof listCollectionLinks> {
  return listCollectionLinks(call, { ...page, folder_id: parent_id })
}
