import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClaimedJob, JobKind, JobResult, SlotState } from '../../jobs/jobKind.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import { isCancelWanted, saveProgress } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { checkHost } from './checkHost.ts'
import { type CheckableLink, type HostPosition, listByHost, listOfHost, writeRun } from './checkStore.ts'
import { classifyVisit } from './classifyVisit.ts'
import { type Found, recordFindings } from './recordFindings.ts'

/** The kind of the job that checks the links of a person. */
export const checkLinksKind = 'checkLinks'
export interface CheckLinksPayload {
  /** The run; it has several jobs when one was stopped. */
  run: string
}

/** How many hosts of a person are visited in turns. Most of them wait for their next turn. */
const hostsAtOnce = 400
/** Links per read. */
const [linksOfHost, linksOfLibrary] = [50, 500]
/** How often findings are stored, and how often open windows are notified, in milliseconds. */
const [storeMs, notifyMs] = [1000, 3000]

/**
 * Checks all links of a person, many hosts at once and each host politely. What was found is stored every second, so a
 * check continues after a restart of the server.
 */
export function checkLinks(services: Services): JobKind {
  return {
    kind: checkLinksKind,
    concurrency: 4,
    attempts: 20,
    watched: true,
    touches: ['brokenLinks', 'jobs'],
    run: (job, signal, slot) => new CheckRun(services, job).run(signal, slot),
  }
}

class CheckRun {
  readonly #services: Services
  readonly #job: ClaimedJob
  readonly #owner: string
  readonly #run: string
  readonly #stopped = new AbortController()
  #found: Found[] = []
  #done = 0
  #total = 0
  #notifiedAt = -notifyMs

  constructor(services: Services, job: ClaimedJob) {
    this.#services = services
    this.#job = job
    this.#owner = requireOwnerId(job)
    this.#run = (JSON.parse(job.payload) as CheckLinksPayload).run
  }

  async run(signal: AbortSignal, slot: SlotState): Promise<JobResult | 'yield'> {
    const hosts = await this.#listHosts(signal)
    await this.#store()
    const both = AbortSignal.any([signal, this.#stopped.signal])
    let end: 'cancelled' | 'yield' | null = null
    const work = this.#visitAll(hosts, both)
    const state = { isOver: false }
    const over = work.then(
      () => (state.isOver = true),
      () => (state.isOver = true),
    )
    try {
      while (!state.isOver && end === null) {
        await Promise.race([over, wait(storeMs)])
        if (await this.#store()) end = 'cancelled'
        else if (!state.isOver && (await slot.isWanted())) end = 'yield'
      }
      if (end === null) await work
    } finally {
      this.#stopped.abort(new Error('stopped'))
      await over
    }
    if (await this.#store()) end = 'cancelled'
    if (end === 'yield') return 'yield'
    if (end === 'cancelled') return { state: 'cancelled' }
    await this.#services.db.write(tx =>
      writeRun(tx, this.#owner, { finished_at: this.#services.now(), done: this.#done, total: this.#total }),
    )
    return { state: 'done' }
  }

  /** Returns the hosts with links that are not checked yet, those with most of them first, and counts the links. */
  async #listHosts(signal: AbortSignal): Promise<string[]> {
    const { db, linkVisitor } = this.#services
    const counts = new Map<string, number>()
    let after: HostPosition = { host_key: '', seq: 0 }
    for (;;) {
      signal.throwIfAborted()
      const rows = await listByHost(db.read, {
        ownerId: this.#owner,
        run: this.#run,
        after,
        limit: linksOfLibrary,
      })
      for (const { host_key: host, address, checked } of rows) {
        if (!linkVisitor.isVisitable(address)) continue
        this.#total++
        if (checked === 1) this.#done++
        else counts.set(host, (counts.get(host) ?? 0) + 1)
      }
      const last = rows.at(-1)
      if (!last || rows.length < linksOfLibrary) break
      after = last
      await nextTurn()
    }
    return [...counts].sort(([, a], [, b]) => b - a).map(([host]) => host)
  }

  async #visitAll(hosts: readonly string[], signal: AbortSignal): Promise<void> {
    const { linkVisitor } = this.#services
    const left = hosts[Symbol.iterator]()
    const worker = async () => {
      for (const host of left)
        await checkHost(this.#linksOf(host), {
          visitor: linkVisitor,
          owner: this.#owner,
          signal,
          record: (link, visit) => this.#found.push({ link, finding: classifyVisit(link.address, visit) }),
        })
    }
    const workers: Promise<void>[] = []
    while (workers.length < Math.min(hostsAtOnce, hosts.length) && !signal.aborted) {
      const work = worker()
      // It may fail before the others are started; the failure is read below.
      work.catch(() => undefined)
      workers.push(work)
      // Each reads its links, so the server answers other calls in between.
      await nextTurn()
    }
    const results = await Promise.allSettled(workers)
    const failed = results.find(result => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  async *#linksOf(host: string): AsyncGenerator<CheckableLink> {
    const { db, linkVisitor } = this.#services
    let after = 0
    for (;;) {
      const where = { ownerId: this.#owner, run: this.#run, host, after, limit: linksOfHost }
      const links = await listOfHost(db.read, where)
      for (const link of links) if (linkVisitor.isVisitable(link.address)) yield link
      after = links.at(-1)?.seq ?? after
      if (links.length < linksOfHost) return
    }
  }

  /**
   * Stores what was found since the last call.
   * @returns whether the check was cancelled
   */
  async #store(): Promise<boolean> {
    const { db, now, events } = this.#services
    const found = this.#found.splice(0)
    if (found.length === 0 && this.#job.total === this.#total) return isCancelWanted(db.read, this.#job.id)
    this.#done += found.length
    this.#job.total = this.#total
    const progress = { done: this.#done, total: this.#total }
    const isCancelled = await db.write(async tx => {
      await recordFindings(tx, this.#owner, found, { run: this.#run, at: now() })
      await writeRun(tx, this.#owner, progress)
      return saveProgress(tx, this.#job, progress)
    })
    if (found.length > 0 && performance.now() - this.#notifiedAt >= notifyMs) {
      this.#notifiedAt = performance.now()
      events.publish({ ownerId: this.#owner, topics: ['brokenLinks'], by: null })
    }
    return isCancelled
  }
}

const wait = (ms: number) => new Promise<void>(go => setTimeout(go, ms))
