import { createStore } from '../store.ts'
import type { Upload } from './upload.ts'

/** The uploads of this window in the order in which they were added. */
export const uploads = createStore<readonly Upload[]>([])
