/**
 * The API key scope that each operation requires. This table is complete: nothing is derived from what an operation reads
 * or touches, and operations that are not in the table reject every key.
 * - `read`: any key. `write`: a key of scope write.
 * - `none`: no key, whatever its scope.
 * - `ignored`: the operation ignores the bearer token.
 */
export type KeyNeed = 'read' | 'write' | 'none' | 'ignored'

const table = {
  // The bearer token is ignored, and with it any API key.
  'token-exchange': 'ignored',
  'create-account': 'ignored',
  country: 'ignored',
  'l/{link_id}': 'ignored',
  'stop-digest': 'ignored',

  // The account: sign-in, profile, keys, plan, and requests to other servers.
  logout: 'none',
  events: 'none',
  'check-username': 'none',
  'add-update-userdata': 'none',
  'profile-image': 'none',
  'change-user-password': 'none',
  'delete-account': 'none',
  'add-key': 'none',
  'get-all-keys': 'none',
  'delete-key': 'none',
  'redeem-coupon': 'none',
  'cancel-paid-sub': 'none',
  'resume-paid-sub': 'none',
  'downgrade-sub': 'none',
  'create-webhook': 'none',
  'list-webhooks': 'none',
  'update-webhook': 'none',
  'new-webhook-secret': 'none',
  'delete-webhook': 'none',
  'test-webhook': 'none',
  'webhook-deliveries': 'none',
  'redeliver-webhook': 'none',

  // Visibility and ownership: publishing, short addresses, permissions, members, ownership transfer.
  'make-link-public': 'none',
  'share-link': 'none',
  'share-folder': 'none',
  'add-share-email': 'none',
  'set-folder-permissions': 'none',
  'get-folder-permissions': 'none',
  'who-can-see': 'none',
  'remove-shared-folder': 'none',
  'offer-collection': 'none',
  'withdraw-offer': 'none',
  'answer-offer': 'none',
  'get-offers': 'none',

  // Reading the library, and what others share with its owner.
  'user-data': 'read',
  'get-profile': 'read',
  'get-storage': 'read',
  profile: 'read',
  'get-all-tags': 'read',
  'category-count': 'read',
  'autofill-tags': 'read',
  'get-folder-chain': 'read',
  'dashboard-folders': 'read',
  'get-fav-folders': 'read',
  'get-folder-data': 'read',
  'get-folder-folders-from-path': 'read',
  'find-saved': 'read',
  'get-note': 'read',
  'dashboard-links': 'read',
  'get-all-favs': 'read',
  'thumbnail-proxy': 'read',
  'scrape-link': 'read',
  'get-single-link': 'read',
  'get-folder-links-from-path': 'read',
  'get-shared-folders': 'read',
  'get-shared-chain': 'read',
  'get-suggested-to-me': 'read',
  'get-suggested-by-me': 'read',
  'count-suggestions': 'read',
  notifications: 'read',
  'count-notifications': 'read',
  'get-links-of-tag': 'read',
  'search-links-folders': 'read',
  'pro-search': 'read',
  'search-counts': 'read',
  'get-trashed-collections': 'read',
  'get-trashed-links': 'read',
  'get-folder-activity': 'read',
  'export-bookmarks': 'read',
  'job-status': 'read',
  'running-jobs': 'read',

  // Changing the library. Content added to a shared collection is visible to everyone who may see that collection.
  'change-theme': 'write',
  'update-view': 'write',
  'update-collections-view': 'write',
  'update-links-load': 'write',
  'clipboard-access': 'write',
  'update-digest': 'write',
  'update-announcements': 'write',
  'last-choosen-folder': 'write',
  'add-new-tags': 'write',
  'create-folder': 'write',
  'update-folder': 'write',
  'move-folders': 'write',
  'place-folder': 'write',
  'fav-folders': 'write',
  'save-link-from-input': 'write',
  'add-links': 'write',
  'one-click-save': 'write',
  'update-link': 'write',
  'move-links': 'write',
  'trash-links': 'write',
  'tag-links': 'write',
  'fav-links': 'write',
  'fav-unfav-link': 'write',
  'save-note': 'write',
  'delete-note': 'write',
  'add-suggestion': 'write',
  'update-suggestion': 'write',
  'approve-sugg': 'write',
  'delete-suggestions': 'write',
  'update-sugg-id': 'write',
  'read-notifications': 'write',
  'read-all-notifications': 'write',
  'update-tag': 'write',
  'delete-tags': 'write',
  'merge-tags': 'write',
  'restore-tags': 'write',
  'trash-collections': 'write',
  'delete-trashed-collections': 'write',
  'delete-trashed-links': 'write',
  'empty-trash': 'write',
  'delete-folder-with-children': 'write',
  'delete-links': 'write',
  undo: 'write',
  'undo-activity': 'write',
  'import-bookmarks': 'write',
  'cancel-job': 'write',
} as const satisfies Record<string, KeyNeed>

/** The table, keyed by the path of the operation. */
export const keyNeeds: ReadonlyMap<string, KeyNeed> = new Map(Object.entries(table))

/**
 * Returns the API key scope that an operation requires.
 * @returns 'none' for an operation that is not in the table
 */
export function lookUpScope({ path }: { readonly path: string }): KeyNeed {
  return keyNeeds.get(path) ?? 'none'
}
