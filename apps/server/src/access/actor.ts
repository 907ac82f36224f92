/** Who calls: a signed-in person, or a program with one of their API keys. A visitor is `null`. */
export interface Actor {
  personId: string
  /** Id of the session's row, or of the API key's; ends with it. */
  sessionId: string
  rootId: string
  /** 1 is free, every other is paid. */
  plan: number
}
