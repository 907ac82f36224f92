import type { Actor } from './access/actor.ts'
import type { Call } from './calls/call.ts'
import type { CommonServices } from './calls/services.ts'
import type { FairSemaphore } from './concurrency/fairSemaphore.ts'
import type { PagePrinter } from './browser/pagePrinter.ts'
import type { MediaProcesses } from './media/mediaProcesses.ts'
import type { Events } from './liveUpdates/events.ts'
import type { BandwidthMeter } from './db/writes/bandwidthMeter.ts'
import type { CompanyHosts } from './calls/companyHosts.ts'
import type { TimeRecorder } from './db/writes/timeRecorder.ts'
import type { Batches } from './jobs/batches.ts'
import type { ReaderPool } from './readers/readerPool.ts'
import type { Mailer } from './email/mailer.ts'
import type { PaymentProvider } from './payments/provider.ts'
import type { WebhookSender } from './fetching/webhookSender.ts'
import type { LinkVisitor } from './fetching/linkVisitor.ts'
import type { Scraper } from './fetching/scrape.ts'

/** The services of the features: the database and the access to other servers. Created once by `app.ts`. */
export interface Services extends CommonServices {
  /** Milliseconds of a monotonic clock for rate limits; tests move it. */
  steady: () => number
  /** Schedules the batches of this process's long jobs, alternating between owners. */
  batches: Batches
  /** Publishes changes to people's open windows. */
  events: Events
  /** Hashes passwords, with a fair queue. */
  passwords: Passwords
  /** Measures sent bytes of pictures and files. */
  meter: BandwidthMeter
  /** Records which files are opened. */
  openedFiles: TimeRecorder
  /** Records when sessions are used. */
  usedSessions: TimeRecorder
  /** Reads files in separate processes. */
  media: MediaProcesses
  /** Shares the transfers of files to the store between people. */
  transfers: FairSemaphore
  /** Shares the downloads of files between sessions, and the addresses of visitors. */
  downloads: FairSemaphore
  /** Shares the reading of pages that programs send. Each is entirely in memory. */
  pageFiles: FairSemaphore
  /** Limits the exports of libraries that are sent concurrently. */
  exports: FairSemaphore
  /** The hosts that have a company page instead of the app. */
  companyHosts: CompanyHosts
  /** Delivers emails. */
  mail: Mailer
  /** The operator's account at the payment provider; null on a server that sells nothing. */
  payments: PaymentProvider | null
  /** The only access to other servers. */
  scraper: Scraper
  /** Visits addresses to find out whether they answer. */
  linkVisitor: LinkVisitor
  /** Makes PDF files of pages. */
  printer: PagePrinter
  /** The same for webhook addresses. */
  poster: WebhookSender
  /** Runs calls that may read an entire library outside the request thread. */
  readers: ReaderPool
}

/** The common services, and others by their names. */
export type ServicesWith<Name extends keyof Services> = CommonServices & Pick<Services, Name>

/** A call of an action that needs more than the common services. */
export type CallWith<Name extends keyof Services, Who = Actor> = Call<Who, ServicesWith<Name>>

/** The services of an operation in a reader thread. */
export interface ReadServices extends Pick<Services, 'config' | 'db' | 'now'> {
  meter: Pick<BandwidthMeter, 'readUsedBytes'>
}

/** Hashes passwords and compares them with hashes. */
export interface Passwords {
  /**
   * Hashes a password.
   * @returns `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`: hashes of this cost still verify after the cost is raised
   * @throws Refused 'request.tooMany' when the caller's address has too many queued, 'server.busy' when the entire
   * queue is full
   */
  hash(password: string): Promise<string>
  /**
   * Compares in constant time; a hash of another format matches nothing. Stores the result on the caller.
   * @throws Refused as `hash` does
   */
  verify(hash: string, password: string): Promise<boolean>
}
