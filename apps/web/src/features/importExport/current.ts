import type { Job } from '@nestmark/contract/jobs'
import { createStore } from '../../lib/store.ts'

/** The state of an import. It is outside the page, which may be left. */
export type ImportState =
  | { phase: 'none' }
  | {
      phase: 'running'
      name: string
      job: Job | null
      id: string
      stopping: boolean
      isDisconnected: boolean
    }
  | { phase: 'ended'; name: string; job: Job }

/**
 * The import of this page; each user has at most one. It is a separate file because the shell reads it and usually
 * there is none.
 */
export const currentImport = createStore<ImportState>({ phase: 'none' })
