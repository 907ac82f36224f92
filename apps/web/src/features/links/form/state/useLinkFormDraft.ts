import { useEffect, useRef } from 'react'
import { deleteDraft, storeDraft } from './linkFormDraft.ts'
import type { LinkValues } from './linkFormValues.ts'

const draftPause = 300

/**
 * Stores unsaved values as a draft: when typing pauses, when the form closes and when the user leaves the page.
 * @param changed the values contain text that would be lost
 * @param onLeft called when the form closes unsaved with text in it
 * @returns a function that deletes the draft after the form was saved
 */
export function useLinkFormDraft({
  draftKey,
  values,
  changed,
  onLeft,
}: {
  draftKey: string
  values: LinkValues
  changed: boolean
  onLeft: () => void
}): () => void {
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
