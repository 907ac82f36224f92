import { type EncryptedField, parseEnvelope } from '@nestmark/core/encryptedText'
import { limits } from '@nestmark/core/limits'
import type { Actor } from '../../../access/actor.ts'
import type { GrantedLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { hasHiddenTags } from '../../collections/placing/keyOfCollection.ts'
import { tagsOfLink } from '../../tags/store.ts'
import { applyTags, type Edit, moveTo, recount } from './applyEdit.ts'
import { clearTags } from '../words/hiddenTags.ts'
import { indexSearchable } from '../words/linkText.ts'
import { pickPlainFields } from './plainFields.ts'
import { writeLink } from '../store.ts'

/** An edit of one link. */
export interface LinkEdit {
  actor: Actor
  granted: GrantedLinks<'links.edit'>
  link: LinkWithRole
  input: Edit
  /** Milliseconds since 1970. */
  at: number
}

/** Returns whether a text of an edit exceeds the limits for all texts but envelopes. */
export function hasEnvelopeLength({ name, desc, link, thumbnail }: Edit): boolean {
  const isLonger = (text: string | undefined, length: number) => text !== undefined && text.length > length
  return (
    isLonger(name, limits.title) ||
    isLonger(desc, limits.noteDesc) ||
    isLonger(link, limits.address) ||
    isLonger(thumbnail, limits.address)
  )
}

/**
 * Writes an edit of an encrypted link: envelopes of its key in place of texts (ENC-10); category, tags and collection as for
 * every link. It has no previous texts to be undone.
 * @returns null
 * @throws Refused 'encryption.encrypted' for a text in plain text, 'encryption.otherKey', 'encryption.tagsHidden'
 */
export async function applyEncryptedEdit(
  tx: Tx,
  { actor, granted, link, input, at }: LinkEdit,
): Promise<null> {
  assertEnvelopes(link, input)
  const category = input.category ?? link.category
  await writeLink(tx, granted, link.seq, {
    title: input.name ?? link.title,
    descr: input.desc ?? link.descr,
    address: input.link ?? link.address,
    sealed_picture: input.thumbnail === undefined ? link.sealed_picture : input.thumbnail || null,
    check_list: input.enc_check_list === undefined ? link.check_list : input.enc_check_list,
    category,
    sub_category: toSubCategory(category, input.subCategory ?? link.sub_category),
    ...pickPlainFields(link, input),
    updated_at: at,
  })
  await recount(tx, link, category, at)
  const before = await tagsOfLink(tx, link.seq)
  const tags = await applyTags(tx, link, input, before)
  const had = new Set(before.map(tag => tag.seq))
  // A link that has some since before the option was set keeps them until it is encrypted again.
  if (hasHiddenTags(link) && tags.some(tag => !had.has(tag.seq))) refuse('encryption.tagsHidden')
  if (hasHiddenTags(link) && before.length > 0 && tags.length === 0) await clearTags(tx, [link])
  if (input.parent && input.parent !== link.collection_id)
    await moveTo(tx, actor, { ...link, category }, { parent: input.parent }, at)
  const previous = { ...link, ownerId: link.owner_id, tags: before.map(tag => tag.name) }
  await indexSearchable(tx, [{ ...previous, category, tags: tags.map(tag => tag.name) }], [previous], at)
  return null
}

/** Returns the subcategory that an encrypted link may have: of a note. Others name the site of the address. */
export function toSubCategory(category: number, code: string | number | null): string | null {
  return category === 4 && code !== null ? String(code) : null
}

function assertEnvelopes({ key_id: key }: LinkWithRole, input: Edit): void {
  // The picture of an encrypted link is encrypted with its texts.
  if (input.check_list !== undefined || input.thumb !== undefined) refuse('encryption.encrypted')
  const texts: [EncryptedField, string | null | undefined][] = [
    ['name', input.name],
    ['desc', input.desc],
    ['link', input.link],
    ['thumbnail', input.thumbnail || undefined],
    ['check_list', input.enc_check_list],
  ]
  for (const [field, text] of texts) {
    if (text === undefined || text === null) continue
    const envelope = parseEnvelope(text, field)
    if (envelope === null) return refuse('encryption.encrypted')
    if (envelope.kid !== key) refuse('encryption.otherKey')
  }
}
