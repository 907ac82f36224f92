import { hostTag } from '../../apps/extension/src/lib/host.ts'

export type Json = Record<string, unknown>

/** A client of WebDriver BiDi, which Firefox has built in. */
export class Bidi {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  #last = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error, message } = JSON.parse(data as string) as Json
      const call = this.#waiting.get(id as number)
      this.#waiting.delete(id as number)
      if (error) call?.reject(new Error(`${String(error)}: ${String(message)}`))
      else call?.resolve(result as never)
    })
  }

  send<T = Json>(method: string, params: Json = {}): Promise<T> {
    const id = ++this.#last
    this.#socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve: resolve as never, reject }))
  }

  /** Evaluates an expression whose result is JSON. @throws the error of the page */
  async evaluate<T>(context: string, expression: string): Promise<T> {
    const answer = await this.send<{
      type: string
      result: { value: string }
      exceptionDetails?: { text: string }
    }>('script.evaluate', {
      expression: `(async () => JSON.stringify({ value: await (${expression}) }))()`,
      target: { context },
      awaitPromise: true,
    })
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text)
    return (JSON.parse(answer.result.value) as { value: T }).value
  }

  /** Evaluates an expression with `root`, the closed root of the bar. */
  async evaluateInBar<T>(context: string, expression: string): Promise<T> {
    const { result } = await this.send<{ result: { value?: { shadowRoot?: { sharedId: string } } } }>(
      'script.evaluate',
      {
        expression: `document.querySelector('${hostTag}')`,
        target: { context },
        awaitPromise: false,
        serializationOptions: { includeShadowTree: 'all', maxDomDepth: 0 },
      },
    )
    const sharedId = result.value?.shadowRoot?.sharedId
    if (!sharedId) throw new Error('There is no bar.')
    const answer = await this.send<{
      type: string
      result: { value: string }
      exceptionDetails?: { text: string }
    }>('script.callFunction', {
      functionDeclaration: `root => JSON.stringify({ value: (${expression}) })`,
      arguments: [{ sharedId }],
      target: { context },
      awaitPromise: false,
    })
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text)
    return (JSON.parse(answer.result.value) as { value: T }).value
  }
}
