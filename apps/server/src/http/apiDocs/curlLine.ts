import type { AuthOperation } from '@nestmark/contract/auth/authOperation'
import { type Json, toSchema } from '@nestmark/contract/openapi/jsonSchema'
import type { Example } from '@nestmark/contract/openapi/openapi'
import type { Operation } from '@nestmark/contract/operation'

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const token = ' -H "Authorization: Bearer $TOKEN"'

/** Returns the line that calls an operation as its example does, for a shell. @param publicUrl address of the server */
export function toCurlLine(op: Operation, example: Example | undefined, publicUrl: string): string {
  const address = quote(`${publicUrl}${example?.address ?? `/api/${op.path}`}`)
  const sent =
    op.transport === 'upload'
      ? Object.entries(example?.input ?? {})
          .map(([name, value]) => ` -F ${name}=${name === 'file' ? '@FILE' : quote(String(value))}`)
          .join('')
      : op.method === 'POST'
        ? ` --json ${quote(JSON.stringify(example?.input ?? {}))}`
        : ''
  const received = { download: ' -OJ', stream: ' -N', upload: '' }[op.transport ?? 'upload']
  return `curl ${address}${op.access === 'anyone' ? '' : token}${sent}${received}`
}

/** Returns the line that calls a sign-in operation with its required fields. */
export function toAuthCurlLine(op: AuthOperation, publicUrl: string): string {
  const address = quote(`${publicUrl}/api/auth${op.path}`)
  const sent =
    op.method === 'GET'
      ? ''
      : op.transport === 'picture'
        ? " -H 'Content-Type: image/png' --data-binary @FILE"
        : ` --json ${quote(JSON.stringify(toSample(toSchema(op.input, 'input'))))}`
  return `curl ${address}${op.access === 'anyone' ? '' : token}${sent}`
}

/** Returns a value of a JSON Schema: only its required properties, with '…' for each text. */
function toSample(schema: Json): unknown {
  const {
    type,
    properties = {},
    required = [],
    enum: values,
    const: only,
    anyOf,
  } = schema as {
    type?: string
    properties?: Record<string, Json>
    required?: string[]
    enum?: unknown[]
    const?: unknown
    anyOf?: Json[]
  }
  if (only !== undefined) return only
  if (values) return values[0]
  if (anyOf?.[0]) return toSample(anyOf[0])
  if (type === 'object')
    return Object.fromEntries(required.map(name => [name, toSample(properties[name] ?? {})]))
  if (type === 'array') return []
  if (type === 'boolean') return true
  return type === 'integer' || type === 'number' ? 1 : '…'
}
