import { listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import type { Link } from '@nestmark/contract/shapes'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import { fakeClient } from '../../../lib/api/fakeClient.testing.ts'
import { fakeWorkers } from '../../../lib/fakeWorker.testing.ts'
import { createIndexWork } from './indexWork.ts'

/**
 * Replaces the server, which lists encrypted links as for a search, and the worker that has the index.
 * @param pageSize how many links it lists at a time
 */
export function fakeIndexServer({ pageSize = 200 } = {}) {
  const client = fakeClient()
  const workers = fakeWorkers(createIndexWork)
  /** The links as the server has them, those that others share separately. */
  const links = { own: new Map<string, Link>(), shared: new Map<string, Link>() }
  client.answer(listEncryptedLinks, ({ key_id, after, texts, shared }) => {
    const all = [...(shared === 1 ? links.shared : links.own).values()].filter(
      link => envelopeKeyId(link.name) === key_id,
    )
    const first = after === undefined ? 0 : all.findIndex(link => `1.${link._id}` === after) + 1
    const page = all.slice(first, first + pageSize)
    const empty = { name: '', desc: '', link: '', thumbnail: '' }
    return {
      links: texts === 1 ? page : page.map(link => ({ ...link, ...empty })),
      next: first + pageSize < all.length ? `1.${page.at(-1)?._id}` : null,
    }
  })
  const inputs = () =>
    client.calls.map(({ input }) => input as { texts?: 0 | 1; shared?: 0 | 1; after?: string })
  return { ...client, workers, links, inputs }
}
