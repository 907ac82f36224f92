import type { Migration } from './migration.ts'

/**
 * Adds an index of previews whose objects are missing, and removes lost pictures from the index of pictures without previews.
 * The hourly clean-up reads both.
 */
export const migration: Migration = {
  name: '057-lostPreviews',
  statements: () => [
    `create index blobs_lost_previews on blobs (lost_at)
      where lost_at is not null and preview_of is not null and state = 'ready'`,
    'drop index blobs_unpreviewed',
    `create index blobs_unpreviewed on blobs (owner_id, id) where previewed = 0 and state = 'ready' and lost_at is null
      and media_type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif')`,
  ],
}
