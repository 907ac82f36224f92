import type { Batches, WriteLoadState } from './batches.ts'

/**
 * A message from a process or thread that runs jobs: it requests a slot for a batch, or reports the end of
 * one.
 */
export type BatchRequest = { batch: number; owner: string; isShort: boolean } | { batchEnded: number }

/** The answer of the server: the slot is granted. */
export interface BatchGrant extends WriteLoadState {
  grantedBatch: number
}

/**
 * Batches that run in slots granted by the server: all processes and threads of one server share its slots.
 */
export interface RemoteBatches extends Batches {
  /** Starts the batch whose slot was granted. */
  start(grant: BatchGrant): void
}

/** Returns the batches of a process or thread. @param send sends a request to the server */
export function createRemoteBatches(send: (request: BatchRequest) => void): RemoteBatches {
  const waiting = new Map<number, (grant: WriteLoadState) => void>()
  let last = 0
  return {
    async run(owner, work, { isShort = false } = {}) {
      const batch = ++last
      const grant = new Promise<WriteLoadState>(resolve => waiting.set(batch, resolve))
      send({ batch, owner, isShort })
      const { isBusy } = await grant
      try {
        return await work({ isBusy })
      } finally {
        send({ batchEnded: batch })
      }
    },
    start({ grantedBatch, isBusy }) {
      waiting.get(grantedBatch)?.({ isBusy })
      waiting.delete(grantedBatch)
    },
  }
}

/** The server's side of one process or thread. */
export interface BatchSlots {
  receive(request: BatchRequest): void
  /** Frees the slots of the other side when it has ended. */
  end(): void
}

/**
 * Grants slots to a process or thread.
 * @param batches the server's scheduler
 * @param send sends a grant to the other side
 */
export function serveBatches(batches: Batches, send: (grant: BatchGrant) => void): BatchSlots {
  const running = new Map<number, () => void>()
  let hasEnded = false
  return {
    receive(request) {
      if ('batchEnded' in request) {
        running.get(request.batchEnded)?.()
        running.delete(request.batchEnded)
        return
      }
      const { batch, owner, isShort } = request
      const work = ({ isBusy }: WriteLoadState) =>
        new Promise<void>(resolve => {
          if (hasEnded) return resolve()
          running.set(batch, resolve)
          send({ grantedBatch: batch, isBusy })
        })
      void batches.run(owner, work, { isShort })
    },
    end() {
      hasEnded = true
      for (const free of running.values()) free()
      running.clear()
    },
  }
}
