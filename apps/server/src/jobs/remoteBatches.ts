import type { Batches, Turn } from './batches.ts'

/** What a process or thread that runs jobs asks the server: for a turn to write a batch; or it says that the batch has ended. */
export type BatchRequest = { batch: number; owner: string; isShort: boolean } | { batchEnded: number }

/** What the server answers: the turn has come. */
export interface BatchTurn extends Turn {
  batchTurn: number
}

/** Batches that run when the server gives the turn: all processes and threads of one server share its turns. */
export interface RemoteBatches extends Batches {
  /** Starts the batch whose turn has come. */
  start(turn: BatchTurn): void
}

/** Returns the batches of a process or thread. @param send brings a request to the server */
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
  /** Frees what the other side held when it ended. */
  end(): void
}

/**
 * Gives turns to a process or thread.
 * @param batches the server's own
 * @param send brings a turn to the other side
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
