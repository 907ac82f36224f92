import type { Migration } from './migration.ts'

/**
 * Adds large previews of pictures. A preview is a blob without an owner, because it is not counted; `preview_of` is the blob
 * of its picture. `previewed` is 1 for a picture that has its preview or needs none.
 */
export const migration: Migration = {
  name: '056-largePreviews',
  statements: ({ int }) => [
    'alter table blobs add column preview_of text',
    `alter table blobs add column previewed ${int} not null default 0`,
    `create unique index blobs_by_preview on blobs (preview_of) where preview_of is not null and state = 'ready'`,
    `create index blobs_unpreviewed on blobs (owner_id, id) where previewed = 0 and state = 'ready'
      and media_type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif')`,
  ],
}
