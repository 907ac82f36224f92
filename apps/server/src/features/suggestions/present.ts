import { plainLinkDefaults } from '@nestmark/contract/links/plainLinkFields'
import type { SuggestedLink } from '@nestmark/contract/sharing/suggestions'
import { categories } from '@nestmark/core/limits'
import { recognise } from '@nestmark/core/embeds/recognise'
import { linkPermissions } from '../../access/policies.ts'
import { readForm } from './form.ts'
import type { ListedSuggestion, SuggestionBox } from './store.ts'

/**
 * Returns a suggestion in its wire format, in the shape of a link.
 * @param side the list in which it is shown
 * @param seen true when the caller can still see the collection
 */
export function presentSuggestion(row: ListedSuggestion, side: SuggestionBox, seen: boolean): SuggestedLink {
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
