import { sql } from 'kysely'
import { encryptedCategory } from '../tables/fileTables.ts'
import type { Check } from './check.ts'

const day = 86_400_000

/** The bytes that a person's counters must show. */
const countedBytes = sql`select p.id, p.kept_bytes, p.reserved_bytes,
    p.c1_bytes, p.c2_bytes, p.c3_bytes, p.c4_bytes, p.c5_bytes,
    coalesce(b.stored, 0) as stored, coalesce(b.copying, 0) + coalesce(u.open, 0) as reserved,
    coalesce(b.c1, 0) as c1, coalesce(b.c2, 0) as c2, coalesce(b.c3, 0) as c3, coalesce(b.c4, 0) as c4,
    coalesce(b.c5, 0) as c5
  from people p
  left join (
    select owner_id, sum(case when state = 'ready' then size else 0 end) as stored,
      sum(case when state = 'arriving' then size else 0 end) as copying,
      ${sql.raw([1, 2, 3, 4, 5].map(n => `sum(case when state = 'ready' and category = ${n} then size else 0 end) as c${n}`).join(', '))}
    from blobs group by owner_id
  ) b on b.owner_id = p.id
  left join (select owner_id, sum(size) as open from uploads where state = 'open' group by owner_id) u on u.owner_id = p.id`

/** Checks that files, stored bytes and the counters of storage agree. `files` compares them with the store itself. */
export const fileChecks: readonly Check[] = [
  {
    violation: 'people whose storage counts other bytes than are stored',
    find: () => sql`select id from (${countedBytes}) x where kept_bytes <> stored or reserved_bytes <> reserved
      or c1_bytes <> c1 or c2_bytes <> c2 or c3_bytes <> c3 or c4_bytes <> c4 or c5_bytes <> c5`,
  },
  {
    violation: 'files of another owner than their link or their bytes, or whose bytes are being deleted',
    find: () => sql`select f.id from files f join links l on l.id = f.link_id join blobs b on b.id = f.blob_id
      where f.owner_id <> l.owner_id or b.owner_id is null or b.owner_id <> f.owner_id or b.state = 'deleting'`,
  },
  {
    violation: 'links that show another size than that of their files',
    find: () => sql`select l.id from links l left join (
        select f.link_id, sum(b.size) as bytes from files f join blobs b on b.id = f.blob_id
        where f.kind = 'file' group by f.link_id
      ) found on found.link_id = l.id where coalesce(l.file_bytes, -1) <> coalesce(found.bytes, -1)`,
  },
  {
    violation: 'stored bytes that no file and no upload has',
    find: () => sql`select b.id from blobs b where b.state <> 'deleting' and b.preview_of is null
      and not exists (select 1 from files f where f.blob_id = b.id)
      and not exists (select 1 from uploads u where u.blob_id = b.id and u.state = 'ready')`,
  },
  {
    violation: 'previews without their picture, or that are counted',
    find: () => sql`select b.id from blobs b where b.preview_of is not null and b.state <> 'deleting'
      and (b.owner_id is not null or not exists (select 1 from blobs o where o.id = b.preview_of))`,
  },
  {
    violation: 'stored bytes that are counted in another category than that of their first file',
    find: () => sql`select b.id from blobs b where b.state <> 'deleting' and b.category <> coalesce((
        select case when f.sealed is null then l.category else ${encryptedCategory} end from files f join links l on l.id = f.link_id where f.blob_id = b.id
        order by f.created_at, f.id limit 1
      ), 0)`,
  },
  {
    violation: 'stored bytes that should have been deleted a day ago',
    find: (_db, now) => sql`select id from blobs where (state = 'deleting') <> (deleting_at is not null)
      or deleting_at < ${now - day}`,
  },
  {
    violation: 'uploads that are ready without bytes, or that expired a day ago',
    find: (_db, now) => sql`select id from uploads where (state = 'ready' and blob_id is null)
      or (state in ('open', 'ready') and expires_at < ${now - day})`,
  },
  {
    violation: 'versions of pages whose files are missing, or files without their version',
    find: () => sql`select v.link_id as id from copy_versions v
        where not exists (select 1 from files f where f.link_id = v.link_id and f.position = v.number and f.kind in ('copy', 'reader'))
      union all select f.link_id from files f where f.kind in ('copy', 'reader')
        and not exists (select 1 from copy_versions v where v.link_id = f.link_id and v.number = f.position)`,
  },
]
