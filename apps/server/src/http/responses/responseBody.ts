import type { ErrorCode } from '@nestmark/contract/errors'
import type { Operation } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import { errorTexts } from '@nestmark/texts/errors'
import type { core } from 'zod/mini'
import { classifyDatabaseError } from '../../db/databaseErrors.ts'
import { Refused } from '../../access/refuse.ts'
import { RowsReply, StatusReply } from '../../calls/replies.ts'

/** The body of every response. */
export interface ResponseBody {
  status: number
  message: string
  data: unknown
  code?: ErrorCode
  errors?: { path: string; code: string; message: string }[]
}

/** Messages that the specification requires with an empty list. */
const emptyMessages: Record<string, (data: never) => string | false> = {
  'get-all-favs': (data: { total: number }) => data.total === 0 && 'No links in favourites!',
  'get-fav-folders': (data: unknown[]) => data.length === 0 && 'No folders in favourites!',
  'search-links-folders': (data: { total: number; total_folders: number }) =>
    data.total + data.total_folders === 0 && 'No results matching your query!',
  'pro-search': (data: { total: number; total_folders: number }) =>
    data.total + data.total_folders === 0 && 'No results matching your query!',
}

/** Success messages of the specification, which clients compare. */
const successMessages: Record<string, string> = {
  // The two spaces and the missing s are in the specification.
  'empty-trash': 'Trash is succesfully  Emptied',
}

/** Refusals with a different status in the specification, by path and code. */
const statusOverrides: Record<string, number> = { 'user-data session.tooOld': 203 }

/** Returns the response body of a successful action. */
export function toSuccessBody(op: Operation, returned: unknown): ResponseBody {
  const result = returned instanceof RowsReply ? returned.present() : returned
  if (result instanceof StatusReply)
    return { status: result.status, message: result.message, data: result.data }
  const empty = emptyMessages[op.path]?.(result as never)
  return { status: 200, message: empty || (successMessages[op.path] ?? 'OK'), data: result }
}

/**
 * Returns the response body of a refusal or an error. Unknown errors reveal nothing.
 * @param path of the operation, if any
 */
export function toFailureBody(error: unknown, path = ''): ResponseBody & { retryAfter?: number } {
  if (error instanceof Refused) {
    const body = toRefusalBody(error)
    return { ...body, status: statusOverrides[`${path} ${error.code}`] ?? body.status }
  }
  const trouble = classifyDatabaseError(error)
  if (trouble === 'full') return toRefusalBody(new Refused('server.full'))
  if (trouble === 'readOnly') return toRefusalBody(new Refused('server.readOnly', { retryAfter: 30 }))
  if (trouble === 'unavailable') return toRefusalBody(new Refused('server.unavailable', { retryAfter: 5 }))
  return toRefusalBody(new Refused('server.failed'))
}

function toRefusalBody(refused: Refused): ResponseBody & { retryAfter?: number } {
  // A 400 always has at least one entry in `errors`, also when no single field is wrong.
  const general = refused.status === 400 ? [{ path: '', code: refused.code }] : []
  const fields = refused.fields.length > 0 ? refused.fields : general
  const errors = fields.map(field => ({ ...field, message: refused.sentence ?? errorTexts[field.code] }))
  return {
    status: refused.status,
    message: errors[0]?.message ?? refused.sentence ?? errorTexts[refused.code],
    data: refused.data,
    code: refused.code,
    ...(errors.length > 0 ? { errors } : {}),
    ...(refused.retryAfter === undefined ? {} : { retryAfter: refused.retryAfter }),
  }
}

/**
 * Returns the response body of a failed validation: each field with its code and message; a check without its
 * own code is 'request.invalid'.
 */
export function toInvalidBody(issues: readonly core.$ZodIssue[]): ResponseBody {
  const errors = issues.map(issue => {
    const code = issue.message in errorTexts ? (issue.message as ErrorCode) : 'request.invalid'
    return {
      path: issue.path.join('.'),
      code,
      message: code === 'request.invalid' ? `${errorTexts[code]} (${issue.message})` : errorTexts[code],
    }
  })
  const { message, code } = assertDefined(errors[0], 'issue')
  return { status: 400, message, data: null, code, errors }
}
