import { uploadTexts as texts } from '@nestmark/texts/uploads'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Upload } from '../../lib/uploads/upload.ts'

/** How long the tray stays after its last upload, in milliseconds. */
const duration = 8_000

/**
 * Closes the tray some seconds after all uploads are done, unless the pointer or the focus is in it.
 * @param isDone all uploads ended without a failure
 */
export function useTrayTimeout(tray: RefObject<HTMLElement | null>, isDone: boolean, onEnd: () => void) {
  const [isHovered, setHovered] = useState(false)
  const end = useEffectEvent(() => {
    if (!tray.current?.contains(document.activeElement)) onEnd()
  })
  useEffect(() => {
    if (!isDone || isHovered) return
    const timer = setInterval(end, duration)
    return () => clearInterval(timer)
  }, [isDone, isHovered])
  return { onPointerEnter: () => setHovered(true), onPointerLeave: () => setHovered(false) }
}

/** Returns what a screen reader announces: the start of uploads, each end and each failure, and no percentages. */
export function useUploadAnnouncement(list: readonly Upload[]): string {
  const ended = list.filter(({ phase }) => phase === 'done')
  const failed = list.filter(({ phase }) => phase === 'stopped' || phase === 'refused')
  const last = failed.at(-1)
  if (last) return texts.failed(last.name, last.reason ?? '')
  const lastEnded = ended.at(-1)
  return lastEnded ? texts.ended(lastEnded.name) : texts.started(list.length)
}
