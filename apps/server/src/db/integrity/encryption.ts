import { type RawBuilder, sql } from 'kysely'
import { tablesWhere } from '../tables/allTables.ts'
import { isPostgres } from '../dialect.ts'
import { hasWord } from '../searchText/wordUse.ts'
import type { Check } from './check.ts'

/** Returns the condition that an id is that of an encrypted link. */
const isEncrypted = (id: RawBuilder<unknown>) =>
  sql`exists (select 1 from links l where l.id = ${id} and l.key_id is not null)`

/** Returns the condition that an item of JSON still has a text. @param field returns the value of a field */
const hasText = (field: (name: string) => RawBuilder<unknown>) =>
  sql`(coalesce(${field('name')}, '') <> '' or coalesce(${field('link')}, '') <> '' or coalesce(${field('desc')}, '') <> '')`

const ofItem = (name: string) => sql`json_extract(s.value, ${sql.lit(`$.${name}`)})`
const ofJsonb = (name: string) => sql`s ->> ${sql.lit(name)}`

/** Checks that nothing of an encrypted link is in plain text, nor a copy of a text, which has the id of its link. */
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
  {
    violation: 'notifications with the title of an encrypted link',
    find: () =>
      sql`select n.id from notifications n where n.subject <> '' and ${isEncrypted(sql`n.subject_id`)}`,
  },
  {
    violation: 'previous texts of encrypted links in undo records, suggestions, versions of pages or checks',
    find: () =>
      sql.join(
        tablesWhere(table => table.encryption === 'deleted').map(
          name => sql`select t.link_id as id from ${sql.table(name)} t where ${isEncrypted(sql`t.link_id`)}`,
        ),
        sql` union `,
      ),
  },
  {
    violation: 'activity with the title of an encrypted link',
    only: 'sqlite',
    find: () => sql`select a.id from activities a,
        json_each('[' || replace(rtrim(a.subjects, char(10)), char(10), ',') || ']') s
      where json_extract(s.value, '$[1]') <> '' and ${isEncrypted(sql`json_extract(s.value, '$[0]')`)}`,
  },
  {
    violation: 'activity with the title of an encrypted link',
    only: 'postgres',
    // Each line is `["id","title"]`.
    find: () => sql`select a.id from activities a, regexp_split_to_table(a.subjects, chr(10)) s
      where s <> '' and right(s, 4) <> ',""]' and ${isEncrypted(sql`split_part(s, '"', 2)`)}`,
  },
  {
    violation: 'events and deliveries of webhooks with texts of an encrypted link',
    only: 'sqlite',
    find: () => sql`select e.seq as id from webhook_events e, json_each(e.subjects) s
      where ${hasText(ofItem)} and ${isEncrypted(ofItem('id'))}
      union all select d.id from webhook_deliveries d, json_each(d.events) e, json_each(e.value, '$.subjects') s
      where ${hasText(ofItem)} and ${isEncrypted(ofItem('_id'))}`,
  },
  {
    violation: 'events and deliveries of webhooks with texts of an encrypted link',
    only: 'postgres',
    find: () => sql`select e.seq::text as id from webhook_events e, jsonb_array_elements(e.subjects::jsonb) s
      where ${hasText(ofJsonb)} and ${isEncrypted(ofJsonb('id'))}
      union all select d.id from webhook_deliveries d, jsonb_array_elements(d.events::jsonb) e,
        jsonb_array_elements(e -> 'subjects') s
      where ${hasText(ofJsonb)} and ${isEncrypted(ofJsonb('_id'))}`,
  },
  {
    violation: 'jobs with the title of an encrypted link',
    find: db => sql`select j.id from jobs j where j.kind = 'fillLink' and j.payload like '{"link":"%","placeholder":"_%'
      and ${isEncrypted(isPostgres(db) ? sql`split_part(j.payload, '"', 4)` : sql`json_extract(j.payload, '$.link')`)}`,
  },
  {
    violation: 'reports of imports with texts of an encrypted link',
    only: 'sqlite',
    find: () => sql`select j.id from jobs j, json_each(j.report, '$.existing.links') s
      where j.kind = 'importBookmarks' and ${hasText(ofItem)} and ${isEncrypted(ofItem('_id'))}`,
  },
  {
    violation: 'reports of imports with texts of an encrypted link',
    only: 'postgres',
    find: () => sql`select j.id from jobs j, jsonb_array_elements(j.report::jsonb -> 'existing' -> 'links') s
      where j.kind = 'importBookmarks' and ${hasText(ofJsonb)} and ${isEncrypted(ofJsonb('_id'))}`,
  },
  {
    violation: 'words for the search that no link has, of people with encrypted links',
    // Each word is looked up in the index, which takes long: other libraries have no words to hide. A job that waits removes
    // them.
    find: db => sql`select words.owner_id || ' ' || words.word as id from words
      where words.owner_id in (select owner_id from links where key_id is not null union select person_id from text_holders)
        and not exists (select 1 from jobs j where j.owner_id = words.owner_id
          and j.kind in ('sweepWords', 'indexTags') and j.finished_at is null)
        and not ${hasWord(db, sql`words.owner_id`)}`,
  },
]
