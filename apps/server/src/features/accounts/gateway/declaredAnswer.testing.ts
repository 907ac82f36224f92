import { isDeepStrictEqual } from 'node:util'
import { authOperations } from '@nestmark/contract/auth/auth'
import { type AuthOperation, authRefusals } from '@nestmark/contract/auth/authOperation'

const operations: Readonly<Record<string, AuthOperation>> = authOperations
const byCall = new Map(
  Object.entries(operations).map(([name, op]) => [`${op.method} ${op.path}`, { name, op }]),
)

/**
 * Checks an answer of a call below `/api/auth` against the declaration of the call: the body of a success has exactly
 * the declared fields, and a refusal has a declared code with its status. Server failures are not declared.
 * @param path below /api/auth, with or without a query
 * @throws Error for an answer that is not declared
 */
export function checkDeclared(
  method: string,
  path: string,
  { status, body }: { status: number; body: unknown },
) {
  if (status >= 500) return
  const call = `${method} ${path.split('?')[0]}`
  const found = byCall.get(call)
  if (!found) {
    if (status === 404) return
    throw new Error(`${call} answers ${status}, but it is not declared`)
  }
  const { name, op } = found
  const answer = `${status} ${JSON.stringify(body)}`
  if (status < 400) {
    const parsed = op.output.safeParse(body)
    if (!parsed.success)
      throw new Error(`${name} does not declare the answer ${answer}: ${parsed.error.message}`)
    if (!isDeepStrictEqual(parsed.data, body))
      throw new Error(`${name} does not declare every field of ${answer}`)
    return
  }
  const { code } = body as { code?: string }
  const refusals: ReadonlyMap<string, number> = authRefusals(op)
  if (refusals.get(code ?? '') !== status) throw new Error(`${name} does not declare the refusal ${answer}`)
}
