/** The caller: a signed-in person, or a program with one of their API keys. A visitor is `null`. */
export interface Actor {
  personId: string
  /** Id of the session, or of the API key; when it ends, the authorization ends. */
  sessionId: string
  rootId: string
  /** 1 is free, every other is paid. */
  plan: number
}
