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

/** Handles the calls under /api/auth; `features/accounts` creates it. */
export interface AuthGateway {
  /** Responds in the format of the sign-in library: `code` and `message` for a refusal. */
  answer(request: AuthRequest): Promise<AuthAnswer>
}
