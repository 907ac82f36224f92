import type * as actions from './actions.ts'

/** Shows that an action is done, as `actions.ts` does, whose code is loaded after the page. */
export const toastAction: typeof actions.toastAction = (...action) =>
  void import('./actions.ts').then(loaded => loaded.toastAction(...action))

/** Undoes an action, as `actions.ts` does. */
export const undoAction: typeof actions.undoAction = async (...undone) =>
  (await import('./actions.ts')).undoAction(...undone)
