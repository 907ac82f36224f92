import { commonAuthErrors } from './authErrors.ts'
import { type AuthOperation, authRefusals } from './authOperation.ts'
import { type Json, toSchema } from '../openapi/jsonSchema.ts'

export type AuthOperations = Readonly<Record<string, AuthOperation>>

/** The tag of the calls below /api/auth in the OpenAPI document. */
export const authTag = {
  name: 'Accounts',
  description:
    'Sign-up, sign-in and the account page. Success is answered with the data itself, a refusal with { code, message }. ' +
    'The session is that of the bearer token or of the cookie; API keys are not accepted. ' +
    `Every call can also be refused with ${commonAuthErrors.join(', ')}.`,
}

/** Returns the OpenAPI paths of the calls below /api/auth. */
export function authPaths(operations: AuthOperations): Json {
  return Object.fromEntries(
    Object.entries(operations).map(([name, op]) => [
      `/api/auth${op.path}`,
      { [op.method.toLowerCase()]: describe(name, op) },
    ]),
  )
}

function describe(name: string, op: AuthOperation): Json {
  return {
    operationId: `auth.${name}`,
    tags: [authTag.name],
    summary: op.summary,
    security: op.access === 'anyone' ? [] : [{ bearer: [] }],
    ...(op.method === 'POST' ? { requestBody: { required: true, content: body(op) } } : parameters(op)),
    responses: {
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: toSchema(op.output, 'output') } },
      },
      ...refusals(op),
    },
  }
}

function body(op: AuthOperation): Json {
  if (op.transport === 'picture') return { 'image/*': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: toSchema(op.input, 'input') } }
}

function parameters(op: AuthOperation): Json {
  const { properties = {}, required = [] } = toSchema(op.input, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  const fields = Object.entries(properties)
  if (fields.length === 0) return {}
  return {
    parameters: fields.map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
  }
}

/** Describes the refusals of the call itself, by status. Those of every call are in the description of the tag. */
function refusals(op: AuthOperation): Json {
  const own = [...authRefusals(op)].filter(([code]) => !commonAuthErrors.some(common => common === code))
  const byStatus = Map.groupBy(own, ([, status]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, refused]) => {
      const codes = refused.map(([code]) => code)
      const properties = { code: { enum: codes }, message: { type: 'string' } }
      const schema = { type: 'object', required: ['code', 'message'], properties }
      return [status, { description: codes.join(', '), content: { 'application/json': { schema } } }]
    }),
  )
}
