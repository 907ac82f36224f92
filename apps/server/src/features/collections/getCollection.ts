import type { getCollection as getCollectionCall } from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../../access/actor.ts'
import { type Call, OwnDataReply } from '../../http/implement.ts'
import { readCollectionPage } from './readCollectionPage.ts'

/** Returns one collection and its breadcrumb. */
export async function getCollection(
  call: Call<Actor | null>,
  { folder_id: id }: Parsed<typeof getCollectionCall>,
): Promise<Output<typeof getCollectionCall> | OwnDataReply<Output<typeof getCollectionCall>>> {
  const head = await readCollectionPage(call, id)
  return head.folder.role === 'public' ? head : new OwnDataReply(head)
}
