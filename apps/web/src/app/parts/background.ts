import { lazyGroup } from '../../lib/lazy.ts'

/** What every page loads after its own content. Not in `parts.ts`, because it contains the list of dialogs. */
export const background = lazyGroup(() => import('./backgroundParts.ts'))
