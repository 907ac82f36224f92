import type { ArchiveMode } from '@nestmark/contract/reading/copies'
import { readServerSetting } from '../serverSetting.ts'

const modesOfServer: Readonly<Record<string, readonly ArchiveMode[]>> = {
  full: ['full', 'reader', 'never'],
  reader: ['reader', 'never'],
}

/** Returns what can be chosen about copies of pages: some servers store only articles. Empty if it stores no copies. */
export const listArchiveModes = (): readonly ArchiveMode[] => modesOfServer[readServerSetting('copies')] ?? []

/** Returns true if this server stores copies of pages. */
export const areCopiesAvailable = (): boolean => listArchiveModes().length > 0

/** Returns what a choice means on this server. */
export const limitArchiveMode = (mode: ArchiveMode): ArchiveMode =>
  mode === 'full' && readServerSetting('copies') === 'reader' ? 'reader' : mode
