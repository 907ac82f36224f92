import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import { statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { classifyDatabaseError } from '../databaseErrors.ts'

/**
 * What a transaction may do with the reserve: `release` it, because it frees space or ends access, or only `use` what
 * was released.
 */
export type Need = 'release' | 'use'

const needs = new AsyncLocalStorage<Need>()

/** Runs work that frees space or ends access: on a full disk its transactions get the reserve. */
export const freeingSpace = <T>(work: () => T): T => needs.run('release', work)

/** Runs work whose transactions have a need. */
export const withNeed = <T>(need: Need, work: () => T): T => needs.run(need, work)

/** The size of the reserve in bytes, and its largest part of a small file system. */
const maxBytes = 8 * 1024 * 1024
const maxShare = 1 / 16

/** The free and all bytes of a file system. */
interface Space {
  free: number
  total: number
}

/**
 * A file that takes up space next to the SQLite file. On a full disk it is emptied, so that logging out and deleting
 * still work; other transactions are refused until the disk has room for it again. An empty file is a released reserve,
 * for all processes. Without the file there is no reserve, as on a disk that was full at the first start.
 */
export class DiskReserve {
  readonly #file: string
  readonly #measure: () => Space

  /** @param measure replaced by tests */
  constructor(dataDir: string, measure: () => Space = () => measureSpace(dataDir)) {
    this.#file = join(dataDir, 'reserve')
    this.#measure = measure
  }

  /** Creates or refills the reserve. Returns false when the disk has too little room. */
  hold(): boolean {
    const { free, total } = this.#measure()
    const bytes = sizeFor(total)
    if (this.#size() >= bytes) return true
    if (free < 2 * bytes) return false
    try {
      // A file system that compresses would store zeros in no space.
      writeFileSync(this.#file, randomFillSync(Buffer.allocUnsafe(bytes)), { mode: 0o600 })
      return true
    } catch {
      this.release()
      return false
    }
  }

  /** Frees the space of the reserve. */
  release(): void {
    try {
      if (this.#size() > 0) truncateSync(this.#file)
    } catch {
      // The transaction gets the error of the disk.
    }
  }

  /**
   * Prepares a transaction: releases the reserve when the disk is nearly full and the transaction frees space, and
   * refuses others that would take what was released.
   * @throws an error of the kind 'full'
   */
  prepare(): void {
    const size = this.#size()
    if (size < 0) return
    const need = needs.getStore()
    if (size > 0) {
      if (need !== 'release') return
      const { free, total } = this.#measure()
      if (free < sizeFor(total) / 2) this.release()
    } else if (need === undefined && !this.hold())
      throw Object.assign(new Error('The disk is full; what is left is for deletions.'), { code: 'ENOSPC' })
  }

  /** Releases the reserve after a transaction that frees space has failed on a full disk: its retry succeeds. */
  onError(error: unknown): void {
    if (needs.getStore() === 'release' && classifyDatabaseError(error) === 'full') this.release()
  }

  /** Returns the size of the file, -1 without one. */
  #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? -1
  }
}

const sizeFor = (total: number): number => Math.min(maxBytes, Math.floor(total * maxShare))

function measureSpace(dataDir: string): Space {
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  return { free: bavail * bsize, total: blocks * bsize }
}
