import type { Output } from '@nestmark/contract/operation'
import type { scrapeLink } from '@nestmark/contract/links/scrape'
import type { Link } from '@nestmark/contract/shapes'
import type { Recognised } from '@nestmark/core/embeds/recognise'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { useState, useEffect, useRef } from 'react'
import { useScrapedPage } from '../save/linkFormData.ts'
import {
  type FieldErrors,
  type FillableField,
  hasContent,
  isChecklist,
  isPost,
  type LinkValues,
  recogniseAddress,
  sameTypedValues,
  validate,
} from './linkFormValues.ts'
import { useHasKey } from '../../../encryption/keys/useHasKey.ts'
import { isEncryptedPlace } from '../../../../lib/encryption/entering.ts'
import { toTitle } from '../../../../lib/uploads/upload.ts'
import { isPrivateLink } from '../../encryptedPlace.ts'
import { useCapturedThumbnail } from './useCapturedThumbnail.ts'
import { useFormFile } from './useFormFile.ts'
import { deleteDraft, storeDraft } from './linkFormDraft.ts'

const noKeywords: string[] = []

interface FormStart {
  initial: LinkValues
  prefilled: LinkValues
  draftKey: string
  values: LinkValues
}

/**
 * Manages the values of the link form: typed by the user, filled from the page of the address, stored as a draft.
 * @param initial the saved values
 * @param prefilled the saved values with the parameters of the form's opening
 * @param draftKey the key of the draft
 * @param values the initial values: `prefilled`, or a draft
 * @param onLeft called when the form closes unsaved with text in it
 * @param link the saved link; undefined for a new one
 */
export function useLinkForm(
  { initial, prefilled, draftKey, values: initialValues }: FormStart,
  onLeft: () => void,
  link?: Link,
) {
  const [hasSavedFile, isSealed] = [link?.isFile === 1, link?.enc === 1]
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [keywords, setKeywords] = useState<string[]>([])
  const [hasFoundPlayer, setHasFoundPlayer] = useState(false)
  const recognised = recogniseAddress(values.link)
  const isNew = values.category > 0 && values.link.trim() !== initial.link.trim() && !isPrivateLink(link)
  const isScrapable = isNew && !isPost(recognised) && !isChecklist(values)
  const fetching = useScrapedPage(isScrapable ? values.link : '', fillFromPage)

  const upload = useFormFile(values.category, values.parent, name => {
    setErrors({})
    setValues(current => ({ ...current, ...(!current.touched.name && { name: toTitle(name) }) }))
  })
  const capture = useCapturedThumbnail(link)
  const hasFile = hasSavedFile || upload.file !== undefined

  /** Changes fields and clears their errors. */
  function set(change: Partial<LinkValues>): void {
    setValues(current => ({ ...current, ...change }))
    setErrors(current => {
      const next = { ...current }
      for (const field of Object.keys(change)) delete next[field as keyof FieldErrors]
      // Another category has other rules.
      return 'category' in change || 'kind' in change ? {} : next
    })
  }

  /** Changes a field by typing. Fetched values do not overwrite it until it is empty again. */
  function type(field: FillableField, text: string): void {
    set({ [field]: text, touched: { ...values.touched, [field]: text === '' ? undefined : true } })
  }

  /**
   * Changes the address. The address of a post makes the link a note with a fixed text; another address reverts that.
   */
  function setAddress(link: string): void {
    const post = isPost(recogniseAddress(link))
    const { touched } = values
    const fixedText = post ? texts.post : ''
    const postChanged = post !== values.post
    set({
      link,
      ...(postChanged && { post, category: post ? 4 : 3, kind: 1 }),
      ...(postChanged && !touched.name && { name: fixedText }),
      ...(postChanged && !touched.desc && { desc: fixedText }),
    })
  }

  /** Shows the errors of all fields. @returns true without any */
  function validateAll(): boolean {
    const found = validate(values, hasFile, link?.link)
    setErrors(found)
    return Object.keys(found).length === 0
  }

  function fillFromPage(page: Output<typeof scrapeLink>): void {
    setKeywords(page.keywords)
    setHasFoundPlayer(page.embed !== '')
    setValues(current => addPage(current, page))
    if (page.title) setErrors(current => ({ ...current, name: undefined }))
  }

  const changed = !sameTypedValues(values, prefilled) && hasContent(values)
  // Texts that will be encrypted are not stored on this device.
  const isPrivate = useHasKey(values.parent) || isEncryptedPlace(values.parent) || isSealed
  const markSaved = useLinkFormDraft(draftKey, values, changed && !isPrivate, onLeft)

  return {
    values,
    errors,
    recognised,
    fetching,
    player: getPlayerState(recognised, fetching === 'fetched' ? hasFoundPlayer : undefined),
    /** The keywords that the page of the address declares. */
    keywords: fetching === 'fetched' ? keywords : noKeywords,
    changed,
    /** The file of a new link. */
    upload,
    /** The new thumbnail of a saved link with a video. */
    capture,
    /** The saved link has a file in place of an address. */
    hasSavedFile,
    /** The link is encrypted: its texts are neither sent nor stored, and its address is not changed. */
    isSealed,
    set,
    type,
    setAddress,
    setErrors,
    replace: setValues,
    validateAll,
    /** Deletes the draft after the form was saved. */
    markSaved,
  }
}

const draftPause = 300

/**
 * Stores unsaved values as a draft: when typing pauses, when the form closes and when the user leaves the page.
 * @param changed the values contain text that would be lost
 * @param onLeft called when the form closes unsaved with text in it
 * @returns a function that deletes the draft after the form was saved
 */
function useLinkFormDraft(
  draftKey: string,
  values: LinkValues,
  changed: boolean,
  onLeft: () => void,
): () => void {
  const latest = useRef({ values, changed, isStored: false, saved: false, onLeft })
  useEffect(() => {
    Object.assign(latest.current, { values, changed, onLeft })
  })
  useEffect(() => {
    const { current } = latest
    const timer = setTimeout(() => {
      if (current.saved) return
      if (changed) storeDraft(draftKey, values)
      else if (current.isStored) deleteDraft(draftKey)
      current.isStored = changed
    }, draftPause)
    return () => clearTimeout(timer)
  }, [values, changed, draftKey])
  // Closing by Escape, by a click outside or by leaving the page loses nothing.
  useEffect(() => {
    const { current } = latest
    const storeNow = () => {
      if (current.saved || !current.changed) return false
      storeDraft(draftKey, current.values)
      return true
    }
    window.addEventListener('pagehide', storeNow)
    return () => {
      window.removeEventListener('pagehide', storeNow)
      if (storeNow()) current.onLeft()
    }
  }, [draftKey])
  return () => {
    latest.current.saved = true
    deleteDraft(draftKey)
  }
}

/** Fills the fields that the user has not changed from the page of the address. */
const addPage = (current: LinkValues, page: Output<typeof scrapeLink>): LinkValues => ({
  ...current,
  ...(page.title && !current.touched.name && { name: page.title }),
  ...(page.description && !current.touched.desc && { desc: page.description }),
  ...(page.image && !current.touched.thumbnail && { thumbnail: page.image }),
})

/** The known state of the player of an address: the address contains it, or its page has one, or it has none. */
export type PlayerState = 'known' | 'unknown' | 'missing'

/** @param hasFoundPlayer the result of reading the page; undefined when it was not read */
function getPlayerState(recognised: Recognised | null, hasFoundPlayer: boolean | undefined): PlayerState {
  if (!recognised?.needsLookup || hasFoundPlayer) return 'known'
  return hasFoundPlayer === undefined ? 'unknown' : 'missing'
}

export type LinkFormState = ReturnType<typeof useLinkForm>
