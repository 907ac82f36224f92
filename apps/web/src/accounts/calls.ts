import type { AuthErrorCode } from '@nestmark/contract/auth/authErrors'
import type { AuthInput, AuthOperation, AuthOutput } from '@nestmark/contract/auth/authOperation'

/** A refused call of /api/auth; `code` is '' when no answer arrived. */
export class AccountsError extends Error {
  override name = 'AccountsError'
  readonly status: number
  readonly code: AuthErrorCode | 'FAILED' | ''
  /** The seconds to wait; 0 without a Retry-After header. */
  readonly retryAfter: number
  constructor(status: number, code: AccountsError['code'], retryAfter: number) {
    super(code || 'network')
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/**
 * Calls an operation below /api/auth and returns its answer.
 * @throws AccountsError for a refusal, and when the network fails
 */
export async function callAuth<Op extends AuthOperation>(
  { method, path }: Op,
  input: AuthInput<Op>,
): Promise<AuthOutput<Op>> {
  let response: Response
  try {
    response = await (method === 'GET' ? get(path, input as object) : post(path, input as object))
  } catch {
    throw new AccountsError(0, '', 0)
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as AuthOutput<Op>
  const { code = 'FAILED' } = (answer ?? {}) as { code?: AuthErrorCode }
  throw new AccountsError(response.status, code, Number(response.headers.get('retry-after')) || 0)
}

function get(path: string, input: object): Promise<Response> {
  const query = new URLSearchParams(Object.entries(input)).toString()
  return fetch(`/api/auth${path}${query ? `?${query}` : ''}`)
}

function post(path: string, input: object): Promise<Response> {
  const [type, body] =
    input instanceof Blob ? [input.type, input] : ['application/json', JSON.stringify(input)]
  return fetch(`/api/auth${path}`, { method: 'POST', headers: { 'content-type': type }, body })
}
