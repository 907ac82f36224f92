/** Who calls: a signed-in person. A visitor is `null`. */
export interface Actor {
  personId: string
  /** Id of the session row; ends with it. */
  sessionId: string
  rootId: string
  /** 1 is free, every other is paid. */
  plan: number
}
