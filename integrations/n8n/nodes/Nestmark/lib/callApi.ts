import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  ILoadOptionsFunctions,
  IPollFunctions,
} from 'n8n-workflow'

export type Caller = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions

/** A refusal of the server. `NodeApiError` reads `httpCode`, for which n8n has a message, and `description`. */
export class ApiFailure extends Error {
  readonly httpCode: string
  readonly code: string
  readonly description: string

  constructor(httpCode: number, code: string, message: string) {
    super(message)
    this.httpCode = String(httpCode)
    this.code = code
    this.description = message
  }
}

/**
 * Calls an operation of the API with the credentials of the node.
 * @param operation its path, such as `add-key`
 * @returns the `data` of the answer
 * @throws ApiFailure with the status, the code and the message of the server
 */
export async function callApi<T>(caller: Caller, operation: string, input: IDataObject = {}): Promise<T> {
  const { server } = await caller.getCredentials<{ server: string }>('nestmarkApi')
  const response = (await caller.helpers.httpRequestWithAuthentication.call(caller, 'nestmarkApi', {
    method: 'POST',
    url: `${server.trim().replace(/\/+$/, '')}/api/${operation}`,
    body: input,
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  })) as { statusCode: number; body: { data?: T; code?: string; message?: string } | string }
  const { statusCode, body } = response
  // A proxy may answer with a page.
  const answer = typeof body === 'object' && body !== null ? body : {}
  if (statusCode >= 200 && statusCode < 300) return answer.data as T
  const { code = 'server', message = `The server answered ${statusCode}.` } = answer
  throw new ApiFailure(statusCode, code, message)
}
