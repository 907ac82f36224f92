import type { Generated } from 'kysely'

/** Columns with a default in the database. */
export type Defaulted<Row, Names extends keyof Row> = Omit<Row, Names> & {
  [Name in Names]: Generated<Row[Name]>
}

/**
 * What the server does with the rows of a table. The interface of its rows declares the columns. A test compares both with
 * the migrated databases, and checks that each treatment is true (`tableDeclarations.both.test.ts`).
 */
export interface TableDeclaration<Column extends string = string> {
  /** The column with the person whose data a row is, or with the row that it belongs to; null for data of the server. */
  owner: Column | null
  /** The foreign keys: by `seq` where the name of the column ends so, by `id` otherwise. */
  references?: { readonly [Name in Column]?: string }
  /**
   * `included`. Not included: `derived`, rebuilt from other rows; `oneTime`, codes that an old copy must not make valid again;
   * `ofServer`, the state of this server, its database and its store, which a restored library begins anew.
   */
  backup: 'included' | 'derived' | 'oneTime' | 'ofServer'
  /**
   * When an account is deleted: `atOnce`, with the sign-in account, because others see it or it gives access; `inBatches`, by
   * the job, because a person can have many; `byReference`, by the database with the row that it references; `ownCode`, as
   * `closeRows` or `eraseStore.ts` says; `nothing`, because it contains no data of a person.
   */
  erasure: 'atOnce' | 'inBatches' | 'byReference' | 'ownCode' | 'nothing'
  /** For `inBatches`: the number of rows that are deleted with one. */
  rowsBelow?: number
  /**
   * When a collection gets another owner: `moves` to the new owner; `ends`; `follows` what it references, because it has no
   * owner column; `stays` with the person who made it; `ownCode`, as `ownershipTransfer/` says. For tables that
   * reference links or collections.
   */
  transfer?: 'moves' | 'ends' | 'follows' | 'stays' | 'ownCode'
  /**
   * When a collection is copied: `copied`; `ofPerson`, what a person noted or did, which is not for the owner of the copy;
   * `ofOriginal`, how the original is shared, checked and stored. For tables that reference links or collections.
   */
  copy?: 'copied' | 'ofPerson' | 'ofOriginal'
  /** `deleted` when its link is encrypted, because a row contains texts of the link or of its page. */
  encryption?: 'deleted'
  /**
   * Export of everything: `included`, in nestmark.json or as a file. Not included: `secret`, what gives access; `derived`, what
   * can be computed again; `received`, what others sent; `ofServer`, what has a meaning on this server only.
   */
  export: 'included' | 'secret' | 'derived' | 'received' | 'ofServer'
  /** What the integrity check reports about rows whose references do not exist, worded to follow a number. */
  orphans?: string
  /** The column that names a row, when it has no `id`. */
  key?: Column
  /** Columns outside the rows, which the search computes. A backup omits them. */
  derivedColumns?: readonly string[]
}

/** The declarations of tables by their names. */
export type Declarations<Tables> = {
  readonly [Name in keyof Tables]: TableDeclaration<keyof Tables[Name] & string>
}
