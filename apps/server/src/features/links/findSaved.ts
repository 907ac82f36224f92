import type { findSaved as find } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { compareKey, normaliseAddress } from '@nestmark/core/url'
import { sql } from 'kysely'
import { slice } from '../../db/slice.ts'
import type { Call } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { presentLinks } from './present.ts'
import { byDate, countRows, listLinks, withSameAddress } from './store.ts'

const maxShown = 5

/** Returns the caller's saved links with the same address. Text that is not an address has no matches. */
export async function findSaved(
  call: Call,
  { link, except }: Parsed<typeof find>,
): Promise<Output<typeof find>> {
  const { personId } = call.actor
  const { read } = call.services.db
  const address = normaliseAddress(link)
  if (address === null) return { links: [], total: 0 }
  const same = withSameAddress(read, personId, compareKey(address), except)
  const [rows, total] = await Promise.all([
    listLinks(read, {
      personId,
      seqs: sql`select x.seq ${same} order by ${byDate(1, 'x.')} ${slice(maxShown, 0)}`,
      orderBy: byDate(1, 'l.'),
    }),
    countRows(read, sql`select x.seq ${same}`),
  ])
  return { links: presentLinks(rows, 'owner', pictureAddress(call)), total }
}
