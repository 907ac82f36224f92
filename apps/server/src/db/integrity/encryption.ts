import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Checks that nothing of an encrypted link is in plain text. */
export const encryptionChecks: readonly Check[] = [
  {
    violation: 'encrypted links with something in clear',
    find: () => {
      const isClear = (column: string) =>
        sql`(${sql.ref(column)} is not null and substr(${sql.ref(column)}, 1, 27) <> 'nm1.' || key_id || '.')`
      const texts = ['title', 'address', 'descr', 'check_list', 'sealed_picture'].map(isClear)
      return sql`select id from links where key_id is not null and (${sql.join(texts, sql` or `)}
        or compare_key <> '' or canonical_key <> '' or title_key <> '' or host_key <> '' or player <> ''
        or picture_id is not null or picture_source is not null or is_public = 1)`
    },
  },
  {
    violation: 'files in clear, or copies of the pages, of encrypted links',
    find: () => sql`select l.id from links l where l.key_id is not null and (
        exists (select 1 from files f where f.link_id = l.id and (f.kind <> 'file' or f.sealed is null
          or substr(f.sealed, 1, 27) <> 'nm1.' || l.key_id || '.' or f.name <> ''
          or f.peaks is not null or f.facts is not null or f.state <> 'ready'))
        or exists (select 1 from copies k where k.link_id = l.id and k.address is not null)
        or exists (select 1 from page_texts t where t.link_seq = l.seq)
        or exists (select 1 from removed_files r where r.link_id = l.id and r.kind <> 'file'))`,
  },
  {
    violation: 'encrypted files of links in clear',
    find: () => sql`select f.id from files f join links l on l.id = f.link_id
      where f.sealed is not null and l.key_id is null`,
  },
  {
    violation: 'keys that were given to people who have another key pair',
    find: () => sql`select g.collection_id as id from given_keys g
      where not exists (select 1 from key_pairs p where p.person_id = g.person_id and p.public_key = g.public_key)`,
  },
]
