import type { Config } from '../configuration/config.ts'
import type { Db } from '../db/db.ts'

/** The context of an administration command. */
export interface AdminContext {
  config: Config
  /** Opens and migrates the database; it is closed after the command. */
  open(): Promise<Db>
  /** Prints a line for the operator. */
  print(line: string): void
}

export interface AdminCommand {
  /** The command line words that select it: 'users list'. */
  name: string
  /** One sentence for the list of commands. */
  summary: string
  /** Names of the positional parameters, all required. */
  parameters?: readonly string[]
  /**
   * Options by name, each with a placeholder for its value: `{ plan: 'N' }` is `--plan N`; an empty one makes
   * a switch.
   */
  options?: Readonly<Record<string, string>>
  run(context: AdminContext, given: OptionValues): Promise<void>
}

/** The given parameters and options by name. */
type OptionValues = Readonly<Record<string, string | undefined>>

/** A request that cannot be fulfilled; the message is printed without a stack trace. */
export class AdminError extends Error {
  override name = 'AdminError'
}
