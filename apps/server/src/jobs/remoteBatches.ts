import type { Batches, Turn } from './batches.ts'

/**
 * A message from a process or thread that runs jobs: it requests a slot for a batch, or reports the end of
 * one.
 */
export type BatchRequest = { batch: number; owner: string; isShort: boolean } | { batchEnded: number }

/** The answer of the server: the slot is granted. */
export interface BatchTurn extends Turn {
  batchTurn: number
}

/**
 * Batches that run in slots granted by the server: all processes and threads of one server share its slots.
 */
export interface RemoteBatches extends Batches {
  /** Starts the batch whose slot was granted. */
  start(turn: BatchTurn): void
}

/** Returns the batches of a process or thread. @param send sends a request to the server */
export function askForBatches(send: (request: BatchRequest) => void): RemoteBatches {
  const waiting = new Map<number, (turn: Turn) => void>()
  let last = 0
  return {
    async run(owner, work, { isShort = false } = {}) {
      const batch = ++last
      const turn = new Promise<Turn>(resolve => waiting.set(batch, resolve))
      send({ batch, owner, isShort })
      const { isBusy } = await turn
      try {
        return await work({ isBusy })
      } finally {
        send({ batchEnded: batch })
      }
    },
    start({ batchTurn, isBusy }) {
      waiting.get(batchTurn)?.({ isBusy })
      waiting.delete(batchTurn)
    },
  }
}

/** The server's side of one process or thread. */
export interface BatchSlots {
  hear(request: BatchRequest): void
  /** Frees the slots of the other side when it has ended. */
  end(): void
}

/**
 * Grants slots to a process or thread.
 * @param batches the server's scheduler
 * @param send sends a grant to the other side
 */
export function serveBatches(batches: Batches, send: (turn: BatchTurn) => void): BatchSlots {
  const running = new Map<number, () => void>()
  let hasEnded = false
  return {
    hear(request) {
      if ('batchEnded' in request) {
        running.get(request.batchEnded)?.()
        running.delete(request.batchEnded)
        return
      }
      const { batch, owner, isShort } = request
      const work = ({ isBusy }: Turn) =>
        new Promise<void>(resolve => {
          if (hasEnded) return resolve()
          running.set(batch, resolve)
          send({ batchTurn: batch, isBusy })
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
