import { notificationAction } from '@nestmark/contract/notifications'
import { activityKind } from '@nestmark/contract/activity'
import { sql } from 'kysely'
import { activityMs } from '../tables/sharedTables.ts'
import { inList } from '../dialect.ts'
import type { Check } from './check.ts'

const day = 86_400_000

/** Checks that shares, suggestions, notifications and activity reference existing people and collections. */
export const sharingChecks: readonly Check[] = [
  {
    violation: 'shares of collections or people that were deleted, of another owner, or with the owner',
    find: () => sql`select s.collection_id as id from shares s left join collections c on c.id = s.collection_id
      left join people p on p.id = s.person_id
      where c.id is null or p.id is null or c.owner_id <> s.owner_id or s.person_id = s.owner_id`,
  },
  {
    violation: 'invitations to collections that were deleted, or of another owner',
    find: () => sql`select i.id from invitations i left join collections c on c.id = i.collection_id
      where c.id is null or c.owner_id <> i.owner_id`,
  },
  {
    violation: 'collections that take suggestions and are shown to no other user',
    find: () => sql`select id from collections where enable_sugg = 1 and read_level = 0`,
  },
  {
    violation: 'short addresses of nothing, of two targets, or of another owner',
    find: () => sql`select s.code as id from short_links s
      left join links l on l.id = s.link_id left join collections c on c.id = s.collection_id
      where (s.link_id is null) = (s.collection_id is null)
        or s.owner_id <> coalesce(l.owner_id, c.owner_id, '')`,
  },
  {
    violation: 'suggestions for collections that were deleted, or for another user than their owner',
    find: () => sql`select s.id from suggestions s left join collections c on c.id = s.collection_id
      where c.id is null or c.owner_id <> s.recipient_id`,
  },
  {
    violation: 'suggestions that are decided without a date, or the reverse',
    find: () => sql`select id from suggestions where (state = 'pending') <> (decided_at is null)
      or state not in ('pending', 'approved', 'rejected')`,
  },
  {
    violation: 'suggestions that belong to a user and can still be claimed',
    find: () => sql`select id from suggestions where suggester_id is not null and claim_hash is not null`,
  },
  {
    violation: 'notifications of collections or people that were deleted, or of nothing',
    find: db => sql`select n.id from notifications n left join collections c on c.id = n.collection_id
      left join people p on p.id = n.person_id
      where c.id is null or p.id is null or n.count < 1
        or not (${inList(db, 'n.action', notificationAction.options)})`,
  },
  {
    violation: 'activity in collections that were deleted or of another owner, or of nothing',
    find: db => sql`select a.id from activities a left join collections c on c.id = a.collection_id
      where c.id is null or c.owner_id <> a.owner_id or a.count < 1
        or not (${inList(db, 'a.kind', activityKind.options)})`,
  },
  {
    // Only notifications of suggestions can have no author, because visitors can suggest.
    violation: 'names in notifications from users whose account was deleted',
    find: () =>
      sql`select id from notifications where from_id is null and action <> 'sugg_new' and subject <> ''`,
  },
  {
    violation: 'names in activity from users whose account was deleted',
    find: () => sql`select id from activities where by_id is null and subjects <> ''`,
  },
  {
    violation: 'activity that should have been deleted a day ago',
    find: (_db, now) => sql`select id from activities where at < ${now - activityMs - day}`,
  },
]
