import type { Job } from '@nestmark/contract/jobs'
import { createStore } from '../../lib/store.ts'

/** How far an import is. It lives outside the dialog, which may be closed meanwhile. */
export type Import =
  | { phase: 'none' }
  | { phase: 'sending'; name: string; share: number }
  | { phase: 'running'; name: string; job: Job | null; id: string; stopping: boolean; lost: boolean }
  | { phase: 'ended'; name: string; job: Job }
  | { phase: 'refused'; sentence: string }

/** The import of this page: at most one runs per person. By itself: the shell looks at it, and mostly there is none. */
export const currentImport = createStore<Import>({ phase: 'none' })
