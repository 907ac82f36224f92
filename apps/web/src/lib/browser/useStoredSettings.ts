import { useState } from 'react'
import { stored, type StoredKey } from './storage.ts'

/** Returns settings that this device stores, and a function that changes some of them. @param standard those of a new device */
export function useStoredSettings<Settings extends object>(
  key: StoredKey,
  standard: Settings,
): [Settings, (part: Partial<Settings>) => void] {
  const [settings, setSettings] = useState(() => ({ ...standard, ...stored.read<Partial<Settings>>(key) }))
  const change = (part: Partial<Settings>) => {
    const next = { ...settings, ...part }
    setSettings(next)
    stored.write(key, next)
  }
  return [settings, change]
}
