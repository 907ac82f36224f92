/** The caller: a signed-in person, or a program with one of their API keys. A visitor is `null`. */
export interface Actor {
  personId: string
  /** Id of the session, or of the API key; when it ends, the authorization ends. */
  sessionId: string
  /** Id of the API key; absent for a session. */
  keyId?: string
  rootId: string
  /** 1 is free, every other is paid. */
  plan: number
}
