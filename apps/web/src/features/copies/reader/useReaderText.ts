import { useState } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { readReaderSettings, type ReaderSettings, sizes, storeReaderSettings } from './readerSettings.ts'

export interface ReaderText {
  settings: ReaderSettings
  /** The size of the text in pixels. */
  size: number
  change: (part: Partial<ReaderSettings>) => void
}

/** Returns how the text is shown, and changes it. */
export function useReaderText(): ReaderText {
  const phone = usePhone()
  const [settings, setSettings] = useState(readReaderSettings)
  const change = (part: Partial<ReaderSettings>) => {
    const next = { ...settings, ...part }
    if (next.size !== null) next.size = Math.min(sizes.max, Math.max(sizes.min, next.size))
    setSettings(next)
    storeReaderSettings(next)
  }
  return { settings, size: settings.size ?? (phone ? sizes.phone : sizes.wide), change }
}
