import type { KeepMode } from '@nestmark/contract/copies'
import { readServerSetting } from './serverSetting.ts'

const modesOfServer: Readonly<Record<string, readonly KeepMode[]>> = {
  full: ['full', 'reader', 'never'],
  reader: ['reader', 'never'],
}

/** Returns what can be chosen about copies of pages: some servers store only articles. Empty if it stores no copies. */
export const listKeepModes = (): readonly KeepMode[] => modesOfServer[readServerSetting('copies')] ?? []

/** Returns true if this server stores copies of pages. */
export const areCopiesAvailable = (): boolean => listKeepModes().length > 0

/** Returns what a choice means on this server. */
export const limitKeepMode = (mode: KeepMode): KeepMode =>
  mode === 'full' && readServerSetting('copies') === 'reader' ? 'reader' : mode
