import type { linkForm } from '@nestmark/contract/links/linkForm'
import { assertDefined } from '@nestmark/core/assertDefined'
import { recognise } from '@nestmark/core/embeds/recognise'
import { validateLink } from '@nestmark/core/addresses/linkRules'
import { compareKey, normaliseAddress } from '@nestmark/core/addresses/url'
import { createSortKeys } from '@nestmark/core/words/sortKeys'
import type * as z from 'zod/mini'
import { refuse } from '../../../access/refuse.ts'

type Form = z.output<typeof linkForm>

/** The columns that a validated form sets. */
export interface LinkDraft {
  title: string
  address: string
  compare_key: string
  title_key: string
  host_key: string
  descr: string
  category: number
  sub_category: string | null
  video_type: number
  check_list: string | null
  picture_source: string | null
}

/** Returns columns with another title or address, and the keys that follow from them. */
export function changeTexts<Texts extends Pick<LinkDraft, 'title' | 'address' | 'compare_key'>>(
  texts: Texts,
  { title = texts.title, address = texts.address }: { title?: string; address?: string },
): Texts & Pick<LinkDraft, 'title_key' | 'host_key'> {
  const key = address === texts.address ? texts.compare_key : (compareKey(address) ?? '')
  return { ...texts, title, address, compare_key: key, ...createSortKeys(title, key) }
}

/**
 * Validates a form by the rules of its category and returns the columns to store.
 * @param hasFile true for a link with a file, which needs no address
 * @param previous the stored address, which is not validated again; '' for a new link
 * @throws Refused with every invalid field
 */
export function draftLink(
  form: Pick<Form, 'link' | 'name' | 'desc' | 'category' | 'subCategory' | 'check_list' | 'thumbnail'>,
  hasFile = false,
  previous = '',
): LinkDraft {
  const hasItems = (form.check_list?.length ?? 0) > 0
  const isDocument = recognise(form.link)?.category === 4
  const problems = validateLink({ ...form, hasItems, hasFile, isDocument }, previous)
  const fields = Object.entries(problems).map(([path, code]) => ({ path, code }))
  const [first] = fields
  if (first) refuse(first.code, { fields })
  const typed = form.link.trim()
  const address =
    typed === '' || typed === previous ? typed : assertDefined(normaliseAddress(typed), 'address')
  const found = address ? recognise(address) : null
  const key = address ? (compareKey(address) ?? '') : ''
  const own = form.subCategory === undefined || form.subCategory === null ? null : String(form.subCategory)
  return {
    title: form.name,
    address,
    compare_key: key,
    ...createSortKeys(form.name, key),
    descr: form.desc.trim(),
    category: form.category,
    // The subcategory of the host has priority over the form's when the category is the same (SAVE-21).
    sub_category:
      found?.category === form.category && found.subCategory !== null ? String(found.subCategory) : own,
    video_type: found?.category === 2 && form.category === 2 ? (found.linkVideoType ?? 0) : 0,
    check_list: form.check_list ? JSON.stringify(form.check_list) : null,
    picture_source: form.thumbnail ? normaliseAddress(form.thumbnail) : null,
  }
}
