import { createStore } from '../store.ts'

/** Whether this browser receives live updates. */
export const live = createStore(false)
