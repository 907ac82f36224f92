import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { Events } from './events/events.ts'
import type { Meter } from './http/meter.ts'
import type { JobRunner } from './jobs/runner.ts'
import type { Mailer } from './outside/mail.ts'
import type { Poster } from './outside/post.ts'
import type { Scraper } from './outside/scrape.ts'

/** What features are handed: the database and the doors to the world. Made once by `app.ts`. */
export interface Services {
  config: Config
  db: Db
  /** The current time in milliseconds since 1970; tests move it. */
  now: () => number
  jobs: Pick<JobRunner, 'wake' | 'cancel'>
  /** Tells people's windows what changed. */
  events: Events
  /** Counts what is sent of pictures and files. */
  meter: Meter
  /** The only way a mail leaves. */
  mail: Mailer
  /** The only door to foreign servers. */
  scraper: Scraper
  /** The same door for what is sent to addresses that people gave. */
  poster: Poster
}
