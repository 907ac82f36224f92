import type * as actions from './actions.ts'

let lastToast: Promise<void> = Promise.resolve()

/** Shows that an action is done, as `actions.ts` does, whose code is loaded after the page. */
export const toastAction: typeof actions.toastAction = (...action) => {
  lastToast = import('./actions.ts').then(loaded => loaded.toastAction(...action))
}

/** Waits for the toast of the last action, which can be undone from then on. Rejects when its code could not be loaded. */
export const waitForToast = (): Promise<void> => lastToast

/** Undoes an action, as `actions.ts` does. */
export const undoAction: typeof actions.undoAction = async (...undone) =>
  (await import('./actions.ts')).undoAction(...undone)
