import { preloadUploads } from '../../features/files/loadUploads.ts'
import { lazyGroup } from '../../lib/lazy.ts'
import { preloadSender } from '../../lib/api/sendQueue.ts'

export const frequent = lazyGroup(() => import('./frequentParts.ts'))
export const other = lazyGroup(() => import('./otherParts.ts'))
export const encryption = lazyGroup(() => import('./encryptionParts.ts'))

/** Loads what everyday work opens. Errors are shown when it is opened. */
export function preloadFrequent(): void {
  frequent.preload().catch(() => undefined)
}

/** Loads also the other dialogs, uploads and the outbox, so that they open immediately and without a connection. */
export function preloadAll(): void {
  preloadUploads()
  preloadSender()
  void Promise.allSettled([
    frequent.preload(),
    other.preload(),
    encryption.preload(),
    // The question for a key comes after these.
    import('../../features/encryption/tasks/places.ts'),
    import('../../features/encryption/tasks/subtree.ts'),
    import('../../features/files/DropRim.tsx'),
    import('../../features/files/UploadCards.tsx'),
    // Toasts of actions, and the commands of encryption.
    import('../../lib/undo/actions.ts'),
    import('../../features/encryption/tasks/commands.ts'),
    // Queued links show their category by it.
    import('@nestmark/core/embeds/recognise'),
  ])
}
