import { useStoredSettings } from '../../../lib/browser/useStoredSettings.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { type ReaderSettings, sizes, standardSettings } from './readerSettings.ts'

export interface ReaderText {
  settings: ReaderSettings
  /** The size of the text in pixels. */
  size: number
  change: (part: Partial<ReaderSettings>) => void
}

/** Returns how the text is shown, and changes it. */
export function useReaderText(): ReaderText {
  const phone = usePhone()
  const [settings, change] = useStoredSettings('reader', standardSettings)
  return {
    settings,
    size: settings.size ?? (phone ? sizes.phone : sizes.wide),
    change: part =>
      change(
        part.size == null ? part : { ...part, size: Math.min(sizes.max, Math.max(sizes.min, part.size)) },
      ),
  }
}
