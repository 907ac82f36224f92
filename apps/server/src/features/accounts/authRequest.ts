/** A request under /api/auth as received. */
export interface AuthRequest {
  method: string
  /** The path below /api/auth, without the query. */
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  body: string
  /** The uploaded picture. */
  file?: Buffer | undefined
  ip: string
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal | undefined
}

export interface AuthAnswer {
  status: number
  headers: (readonly [string, string])[]
  body: string
}

export type Log = (message: string, cause: unknown) => void
