import type { Config } from '../configuration/config.ts'
import type { Db } from '../db/db.ts'
import type { FileStore } from '../blobStorage/fileStore.ts'
import type { ChangePublisher } from '../liveUpdates/serverMessages.ts'

/** The services that every call has. An action that needs others states them: `CallWith<'scraper'>`. */
export interface CommonServices {
  config: Config
  db: Db
  /** The current time in milliseconds since 1970; tests move it. */
  now: () => number
  jobs: {
    /** Looks for due jobs at once. */
    wake(): void
    /** Cancels a running job. */
    cancel(id: string): void
  }
  /** Publishes changes to people's open windows. */
  events: ChangePublisher
  /** Stores the bytes of files. */
  fileStore: FileStore
}
