import type { QueryResult, RawBuilder } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Tx } from './db.ts'

interface Step {
  statement: RawBuilder<unknown>
  taken: (result: QueryResult<unknown>) => void
}

/**
 * Statements of one transaction that need nothing of each other's answers. PostgreSQL gets them in one go, so that all of
 * them together cost one way there and back; SQLite, which is no way off, runs one after the other. Either way they
 * happen in their order, and after one that fails nothing of them counts: the transaction ends with it.
 */
export class Batch {
  readonly tx: Tx
  #steps: Step[] = []

  constructor(tx: Tx) {
    this.tx = tx
  }

  /**
   * Adds a statement to the end.
   * @param taken is handed its result by `run`, and may refuse
   */
  add<R>(statement: RawBuilder<R>, taken: (result: QueryResult<R>) => void = () => undefined): void {
    this.#steps.push({ statement, taken: taken as Step['taken'] })
  }

  /**
   * Runs what was added since the last time.
   * @throws what the first statement that failed says, or what a `taken` throws; let it end the transaction
   */
  async run(): Promise<void> {
    const steps = this.#steps
    this.#steps = []
    if (!isPostgres(this.tx)) {
      for (const { statement, taken } of steps) taken(await statement.execute(this.tx))
      return
    }
    const queries = steps.map(({ statement }) => statement.compile(this.tx))
    const answers = await this.tx
      .getExecutor()
      .provideConnection(connection =>
        Promise.allSettled(queries.map(query => connection.executeQuery(query))),
      )
    // Those behind the one that failed only say that the transaction is over.
    for (const [at, answer] of answers.entries()) {
      if (answer.status === 'rejected') throw answer.reason
      steps[at]!.taken(answer.value)
    }
  }
}
