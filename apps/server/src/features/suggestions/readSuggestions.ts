import type { SuggestedLink } from '@nestmark/contract/sharing/suggestions'
import { limits, categories } from '@nestmark/core/limits'
import { refuse } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Call } from '../../calls/call.ts'
import { listSuggestions, type SuggestionBox, type ListedSuggestion } from './store.ts'
import { plainLinkDefaults } from '@nestmark/contract/links/plainLinkFields'
import { recognise } from '@nestmark/core/embeds/recognise'
import { linkPermissions } from '../../access/policies.ts'
import { readForm } from './form.ts'

/** Returns one suggestion, as listed for the caller. */
export async function readOne(call: Call, side: SuggestionBox, id: string): Promise<SuggestedLink> {
  const [found] = await readSome(call, side, { ids: [id] }, { limit: 1, offset: 0 })
  return found ?? refuse('suggestions.notFound')
}

/** Returns a page of one of the caller's lists. */
export function readPage(call: Call, side: SuggestionBox, page: number) {
  const { pageSize: limit } = limits
  return readSome(call, side, {}, { limit, offset: (page - 1) * limit })
}

async function readSome(
  call: Call,
  side: SuggestionBox,
  only: { ids?: readonly string[] },
  slice: { limit: number; offset: number },
): Promise<SuggestedLink[]> {
  const { read } = call.services.db
  const rows = await listSuggestions(read, { side, personId: call.actor.personId, ...only }, slice)
  if (side === 'to_me') return rows.map(row => presentSuggestion(row, side, true))
  // Hides the collection from members who were removed, and when its owner has trashed it.
  const collections = await collectionsWithRoles(read, call.actor, [
    ...new Set(rows.map(row => row.collection_id)),
  ])
  const roles = new Map(collections.map(each => [each.id, each.role]))
  return rows.map(row => presentSuggestion(row, side, Boolean(roles.get(row.collection_id))))
}

/**
 * Returns a suggestion in its wire format, in the shape of a link.
 * @param side the list in which it is shown
 * @param seen true when the caller can still see the collection
 */
function presentSuggestion(row: ListedSuggestion, side: SuggestionBox, seen: boolean): SuggestedLink {
  const form = readForm(row.form)
  const pending = row.state === 'pending'
  const found = form.link ? recognise(form.link) : null
  const sub = form.subCategory ?? null
  return {
    _id: row.id,
    sugg_id: row.id,
    name: form.name,
    desc: form.desc,
    link: form.link,
    category: form.category,
    subCategory: typeof sub === 'string' && /^\d+$/.test(sub) ? Number(sub) : sub,
    category_text: categories[form.category - 1]?.tag ?? '',
    subCategory_text: '',
    thumbnail: form.thumbnail ?? '',
    thumbnail_width: 0,
    thumbnail_height: 0,
    parent: seen ? row.collection_id : '',
    parent_name: seen ? row.collection_name : '',
    // They become tags of the recipient on approval.
    tags: form.tags.map(name => ({ _id: name, name })),
    favourite: 0,
    create_date: row.created_at,
    update_date: row.updated_at,
    version: row.version,
    check_list: form.check_list ?? [],
    ...plainLinkDefaults,
    is_public: 0,
    is_trash: 0,
    is_scraped: 0,
    isFile: 0,
    enc: 0,
    size: 0,
    s3_key: [],
    embed: found?.embed ?? '',
    linkVideoType: found?.category === 2 ? (found.linkVideoType ?? 0) : 0,
    can: linkPermissions(null),
    state: row.state,
    from: row.suggester_id === null ? null : { username: row.from_name ?? '' },
    ...(seen && row.is_encrypted && { parent_enc: 1 }),
    word: row.word,
    link_id: seen ? row.link_id : null,
    decide_date: row.decided_at,
    sugg_can: { approve: side === 'to_me' && pending, edit: pending, remove: side === 'by_me' || pending },
  }
}
