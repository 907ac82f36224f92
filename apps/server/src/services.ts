import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { Events } from './liveUpdates/events.ts'
import type { Meter } from './http/meter.ts'
import type { Batches } from './jobs/batches.ts'
import type { Passwords } from './features/accounts/password.ts'
import type { JobRunner } from './jobs/runner.ts'
import type { ReaderPool } from './readers/readerPool.ts'
import type { Mailer } from './email/mailer.ts'
import type { Poster } from './fetching/post.ts'
import type { Scraper } from './fetching/scrape.ts'

/** What features are handed: the database and the doors to the world. Made once by `app.ts`. */
export interface Services {
  config: Config
  db: Db
  /** The current time in milliseconds since 1970; tests move it. */
  now: () => number
  /** Milliseconds of a clock that never goes back, by which calls are limited; tests move it. */
  steady: () => number
  jobs: Pick<JobRunner, 'wake' | 'cancel'>
  /** Where long jobs of this process write, owner by owner. */
  batches: Batches
  /** Tells people's windows what changed. */
  events: Events
  /** Hashes passwords, in a queue that callers share. */
  passwords: Passwords
  /** Counts what is sent of pictures and files. */
  meter: Meter
  /** The only way a mail leaves. */
  mail: Mailer
  /** The only door to foreign servers. */
  scraper: Scraper
  /** The same door for what is sent to addresses that people gave. */
  poster: Poster
  /** Runs what may read a whole library beside the request thread. */
  readers: ReaderPool
}

/** What an operation is handed that runs in a reader thread. */
export interface ReadServices extends Pick<Services, 'config' | 'db' | 'now'> {
  meter: Pick<Meter, 'used'>
}
