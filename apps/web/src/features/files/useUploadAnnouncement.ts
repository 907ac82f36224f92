import { useEffect, useRef, useState } from 'react'
import { type Upload, unfinished } from '../../lib/uploads/upload.ts'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'

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

/** Returns what changed between two states of the list, in words: starts, ends and failures, and no percentages. */
export function describeChanges(before: readonly Upload[], now: readonly Upload[]): string {
  const phases = new Map(before.map(({ id, phase }) => [id, phase]))
  const started = now.filter(({ id, phase }) => !phases.has(id) && unfinished.has(phase)).length
  const ended = now
    .filter(({ id, phase }) => phases.get(id) !== phase)
    .flatMap(({ name, phase, reason = '' }) => {
      if (phase === 'done') return texts.ended(name)
      return phase === 'stopped' || phase === 'refused' ? texts.failed(name, reason) : []
    })
  const sentences = [...(started > 0 ? [texts.started(started)] : []), ...ended]
  return sentences.map(each => each.replace(/\.$/, '')).join('. ')
}
