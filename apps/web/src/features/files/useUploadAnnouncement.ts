import { useEffect, useRef, useState } from 'react'
import type { Upload } from '../../lib/uploads/upload.ts'
import { describeChanges } from './uploadNews.ts'

/** How long changes are collected, in milliseconds: files that are dropped together are announced together. */
const delay = 300

/** Returns what a screen reader says: the last starts, ends and failures. */
export function useUploadAnnouncement(list: readonly Upload[]): string {
  const [text, setText] = useState('')
  const announced = useRef<readonly Upload[]>([])
  const latest = useRef(list)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = list
    // The list changes with each sent byte, so a new timer for each change would never end.
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const changes = describeChanges(announced.current, latest.current)
      announced.current = latest.current
      if (changes !== '') setText(changes)
    }, delay)
  }, [list])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return text
}
