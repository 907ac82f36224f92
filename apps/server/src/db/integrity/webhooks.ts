import { hookEvents } from '@nestmark/contract/webhooks'
import { sql } from 'kysely'
import { inList } from '../dialect.ts'
import type { Check } from './check.ts'

/** Checks that events belong to an active webhook, and that every waiting delivery has a due time. */
export const webhookChecks: readonly Check[] = [
  {
    violation: 'webhooks of people that were deleted, or disabled without a reason',
    find: () => sql`select w.id from webhooks w left join people p on p.id = w.owner_id
      where p.id is null or p.closed_at is not null or w.active not in (0, 1)
        or (w.active = 1 and w.off_reason is not null)`,
  },
  {
    violation: 'events for webhooks that were deleted, of nothing, or of a kind that does not exist',
    find: db => sql`select e.seq as id from webhook_events e left join webhooks w on w.id = e.webhook_id
      where w.id is null or e.count < 1 or not (${inList(db, 'e.event', hookEvents)})`,
  },
  {
    violation: 'events and deliveries that name a person whose library was deleted',
    only: 'sqlite',
    find: () => sql`select seq as id from webhook_events where by_id not in (select id from people)
      union all select d.id from webhook_deliveries d, json_each(d.events) e
        where json_extract(e.value, '$.by._id') not in (select id from people)`,
  },
  {
    violation: 'events and deliveries that name a person whose library was deleted',
    only: 'postgres',
    find: () => sql`select seq::text as id from webhook_events where by_id not in (select id from people)
      union all select d.id from webhook_deliveries d, jsonb_array_elements(d.events::jsonb) e
        where e -> 'by' ->> '_id' not in (select id from people)`,
  },
  {
    violation: 'deliveries of webhooks that were deleted, or that wait without a time, or the reverse',
    find: () => sql`select d.id from webhook_deliveries d left join webhooks w on w.id = d.webhook_id
      where w.id is null or (d.state = 'waiting') <> (d.next_at is not null)
        or d.state not in ('waiting', 'delivered', 'failed', 'dropped')`,
  },
]
