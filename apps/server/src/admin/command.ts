import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'

/** What a command of the person who runs the server may use. */
export interface AdminContext {
  config: Config
  /** Opens the database and brings it to this version; it is closed after the command. */
  open(): Promise<Db>
  /** Writes a line to the person. */
  print(line: string): void
}

export interface AdminCommand {
  /** The words that call it: 'users list'. */
  name: string
  /** One sentence for the list of commands. */
  summary: string
  /** Names of what follows the words, all of them needed. */
  parameters?: readonly string[]
  /** Options by name, each with the word for its value: `{ plan: 'N' }` is `--plan N`; an empty word makes a switch. */
  options?: Readonly<Record<string, string>>
  run(context: AdminContext, given: Given): Promise<void>
}

/** What was typed: parameters and options by their names. */
export type Given = Readonly<Record<string, string | undefined>>

/** Something was asked for that cannot be done; the message is all the person needs. */
export class AdminError extends Error {
  override name = 'AdminError'
}
