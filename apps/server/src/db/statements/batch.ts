import { assertDefined } from '@nestmark/core/assertDefined'
import type { QueryResult, RawBuilder } from 'kysely'
import { isPostgres } from '../dialect.ts'
import type { Tx } from '../db.ts'

interface Step {
  statement: RawBuilder<unknown>
  onResult: (result: QueryResult<unknown>) => void
}

/**
 * Statements of one transaction that do not depend on each other's results. On PostgreSQL they are pipelined
 * and share one round trip; SQLite is in the process and runs one after the other. Both preserve the order. A
 * failed statement fails the batch, and with it the transaction.
 */
export class Batch {
  readonly tx: Tx
  #steps: Step[] = []

  constructor(tx: Tx) {
    this.tx = tx
  }

  /**
   * Appends a statement.
   * @param taken receives the result from `run`, and may throw to reject it
   */
  add<R>(statement: RawBuilder<R>, taken: (result: QueryResult<R>) => void = () => undefined): void {
    this.#steps.push({ statement, onResult: taken as Step['onResult'] })
  }

  /**
   * Runs the statements added since the last call.
   * @throws the error of the first failed statement, or what a `taken` throws; the caller must let it end the
   * transaction
   */
  async run(): Promise<void> {
    const steps = this.#steps
    this.#steps = []
    if (!isPostgres(this.tx)) {
      for (const { statement, onResult } of steps) onResult(await statement.execute(this.tx))
      return
    }
    const queries = steps.map(({ statement }) => statement.compile(this.tx))
    const answers = await this.tx
      .getExecutor()
      .provideConnection(connection =>
        Promise.allSettled(queries.map(query => connection.executeQuery(query))),
      )
    // The statements after the failed one report only that the transaction is aborted.
    for (const [at, answer] of answers.entries()) {
      if (answer.status === 'rejected') throw answer.reason
      assertDefined(steps[at], 'step').onResult(answer.value)
    }
  }
}
