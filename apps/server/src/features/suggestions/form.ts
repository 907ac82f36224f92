import type { linkForm } from '@nestmark/contract/links/linkForm'
import { limits } from '@nestmark/core/limits'
import type * as z from 'zod/mini'
import { refuse } from '../../access/refuse.ts'
import { draftLink, type LinkDraft } from '../links/saving/draft.ts'
import { distinctNames } from '../tags/store.ts'

/** The stored form of a suggestion: that of a link, without its collection. */
export type SuggestionForm = Omit<z.output<typeof linkForm>, 'parent'>

/**
 * Validates a form by the rules of links and returns the text to store. It is validated again on approval.
 * @throws Refused as `draftLink` does, and 'request.tooLarge' when it exceeds the size limit
 */
export function checkedForm(form: SuggestionForm): string {
  const draft = draftLink(form)
  const { category, check_list, thumbnail } = form
  const stored: SuggestionForm = {
    link: draft.address,
    name: draft.title,
    desc: draft.descr,
    category,
    subCategory: draft.sub_category,
    tags: distinctNames(form.tags),
    ...(check_list && { check_list }),
    ...(thumbnail && draft.picture_source && { thumbnail: draft.picture_source }),
  }
  const text = JSON.stringify(stored)
  if (text.length > limits.suggestionSize) refuse('request.tooLarge')
  return text
}

/** Parses the stored form. */
export function readForm(text: string): SuggestionForm {
  return JSON.parse(text) as SuggestionForm
}

/** Returns the link to create, validated by the rules of saving. */
export function toDraft(form: SuggestionForm): { draft: LinkDraft; tags: readonly string[]; scraped: false } {
  return { draft: draftLink(form), tags: form.tags, scraped: false }
}
