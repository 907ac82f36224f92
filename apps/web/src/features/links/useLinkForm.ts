import type { scrapeLink } from '@nestmark/contract/links'
import type { Output } from '@nestmark/contract/operation'
import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { useEffect, useRef, useState } from 'react'
import { useScrape } from './linkFormData.ts'
import { dropDraft, storeDraft } from './linkFormDraft.ts'
import {
  type FieldErrors,
  type Filled,
  holdsText,
  isChecklist,
  isPost,
  type LinkValues,
  recognised,
  sameTyped,
} from './linkFormValues.ts'

const draftPause = 300
const none: string[] = []

interface Start {
  initial: LinkValues
  given: LinkValues
  draftKey: string
  values: LinkValues
}

/**
 * Manages the values of the link form: typed by the user, filled from the page of the address, stored as a draft.
 * @param initial the saved values
 * @param given the saved values with the parameters of the form's opening
 * @param draftKey the key of the draft
 * @param values the initial values: `given`, or a draft
 * @param onLeft called when the form closes unsaved with text in it
 */
export function useLinkForm({ initial, given, draftKey, values: start }: Start, onLeft: () => void) {
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [keywords, setKeywords] = useState<string[]>([])
  const found = recognised(values.link)
  const readable = values.link.trim() !== initial.link.trim() && !isPost(found) && !isChecklist(values)
  const fetching = useScrape(values.category > 0 && readable ? values.link : '', fill)

  /** Changes fields and clears their errors. */
  function set(change: Partial<LinkValues>): void {
    setValues(now => ({ ...now, ...change }))
    setErrors(now => {
      const next = { ...now }
      for (const field of Object.keys(change)) delete next[field as keyof FieldErrors]
      // Another category has other rules.
      return 'category' in change || 'kind' in change ? {} : next
    })
  }

  /** Changes a field by typing. Fetched values do not overwrite it until it is empty again. */
  function type(field: Filled, text: string): void {
    set({ [field]: text, touched: { ...values.touched, [field]: text === '' ? undefined : true } })
  }

  /**
   * Changes the address. The address of a post makes the link a note with a fixed text; another address reverts that.
   */
  function setAddress(link: string): void {
    const post = isPost(recognised(link))
    const { touched } = values
    const word = post ? texts.post : ''
    const turns = post !== values.post
    set({
      link,
      ...(turns && { post, category: post ? 4 : 3, kind: 1 }),
      ...(turns && !touched.name && { name: word }),
      ...(turns && !touched.desc && { desc: word }),
    })
  }

  function fill(page: Output<typeof scrapeLink>): void {
    setKeywords(page.keywords)
    setValues(now => ({
      ...now,
      ...(page.title && !now.touched.name && { name: page.title }),
      ...(page.description && !now.touched.desc && { desc: page.description }),
      ...(page.image && !now.touched.thumbnail && { thumbnail: page.image }),
    }))
    if (page.title) setErrors(now => ({ ...now, name: undefined }))
  }

  const changed = !sameTyped(values, given) && holdsText(values)
  const newest = useRef({ values, changed, kept: false, saved: false, onLeft })
  useEffect(() => {
    Object.assign(newest.current, { values, changed, onLeft })
  })
  useEffect(() => {
    const { current } = newest
    const wait = setTimeout(() => {
      if (current.saved) return
      if (changed) storeDraft(draftKey, values)
      else if (current.kept) dropDraft(draftKey)
      current.kept = changed
    }, draftPause)
    return () => clearTimeout(wait)
  }, [values, changed, draftKey])
  // Closing by Escape, by a click outside or by leaving the page loses nothing.
  useEffect(() => {
    const { current } = newest
    const keep = () => {
      if (current.saved || !current.changed) return false
      storeDraft(draftKey, current.values)
      return true
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      if (keep()) current.onLeft()
    }
  }, [draftKey])

  return {
    values,
    errors,
    found,
    fetching,
    /** The keywords that the page of the address declares. */
    keywords: fetching === 'fetched' ? keywords : none,
    changed,
    set,
    type,
    setAddress,
    setErrors,
    replace: setValues,
    /** Deletes the draft after the form was saved. */
    saved(): void {
      newest.current.saved = true
      dropDraft(draftKey)
    },
  }
}

export type LinkFormState = ReturnType<typeof useLinkForm>
