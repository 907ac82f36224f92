import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Checks that the full-text index contains exactly the links, each under its owner. */
export const searchChecks: readonly Check[] = [
  {
    violation: 'links that search cannot find',
    only: 'sqlite',
    find: () => sql`select l.id from links l where l.seq not in (select id from links_text_docsize)`,
  },
  {
    violation: 'entries of the search index without a link',
    only: 'sqlite',
    find: () => sql`select d.id from links_text_docsize d where d.id not in (select seq from links)`,
  },
  {
    violation: 'people who search through other links than theirs',
    only: 'sqlite',
    find: () => sql`select p.id from people p where (select count(*) from links l where l.owner_id = p.id)
      <> (select count(*) from links_text where links_text match 'owner : o' || lower(hex(p.id)))`,
  },
  {
    violation: 'links that search cannot find',
    only: 'postgres',
    find: () => sql`select id from links where terms is null`,
  },
  {
    violation: 'links that search finds for another owner than theirs',
    only: 'postgres',
    find: () => sql`select id from links where not
      terms @@ ('''o' || encode(convert_to(owner_id, 'UTF8'), 'hex') || '''')::tsquery`,
  },
  {
    violation: 'texts of pages that search cannot find, or finds after they were deleted',
    only: 'sqlite',
    find: () => sql`select link_seq as id from page_texts where link_seq not in (select id from page_terms_docsize)
      union all select id from page_terms_docsize where id not in (select link_seq from page_texts)`,
  },
  {
    violation: 'people who search through the pages of other links than theirs',
    only: 'sqlite',
    find: () => sql`select p.id from people p
      where (select count(*) from page_texts t join links l on l.seq = t.link_seq where l.owner_id = p.id)
      <> (select count(*) from page_terms where page_terms match 'owner : o' || lower(hex(p.id)))`,
  },
  {
    violation: 'highlights that search cannot find, or finds after they were deleted or encrypted',
    only: 'sqlite',
    find: () => sql`select id from highlights where sealed is null and seq not in (select id from highlight_terms_docsize)
      union all select cast(id as text) from highlight_terms_docsize
        where id not in (select seq from highlights where sealed is null)`,
  },
  {
    violation: 'people who search through other highlights than theirs',
    only: 'sqlite',
    find: () => sql`select p.id from people p
      where (select count(*) from highlights h where h.owner_id = p.id and h.sealed is null)
      <> (select count(*) from highlight_terms where highlight_terms match 'owner : o' || lower(hex(p.id)))`,
  },
  {
    violation: 'highlights that search cannot find, or finds for another owner or though they are encrypted',
    only: 'postgres',
    find: () => sql`select id from highlights where (sealed is null) <> coalesce(
      terms @@ ('''o' || encode(convert_to(owner_id, 'UTF8'), 'hex') || '''')::tsquery, false)`,
  },
  {
    violation: 'texts of pages that search cannot find, or finds for another owner than theirs',
    only: 'postgres',
    find: () => sql`select l.id from page_texts t join links l on l.seq = t.link_seq where t.terms is null or not
      t.terms @@ ('''o' || encode(convert_to(l.owner_id, 'UTF8'), 'hex') || '''')::tsquery`,
  },
]
