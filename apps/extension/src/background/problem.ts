import { isSessionEnd, isTransient } from '@nestmark/client/refusals'
import { Refusal } from '@nestmark/contract/client'
import { problemTexts as texts } from '@nestmark/texts/extension'

/**
 * Why a call failed.
 * - `away`: the server cannot be reached, or cannot answer now. The call is repeated later.
 * - `ended`: the key is not valid any more.
 * - `tooOld`: the server does not know the call.
 * - `refused`: the server refuses the call, and would do so again.
 */
export interface Problem {
  kind: 'away' | 'ended' | 'tooOld' | 'refused'
  code: string
  /** A sentence for the person. */
  message: string
}

/** The problem of a connection whose key is not valid any more. */
export const endedProblem: Problem = { kind: 'ended', code: 'session', message: texts.ended }

/** The problem of a server that does not answer. */
export const awayProblem: Problem = { kind: 'away', code: 'network', message: texts.away }

/** Returns what to do about an error of a call, and how to say it. */
export function toProblem(error: unknown): Problem {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return { kind: 'refused', code: 'device.full', message: texts.full }
  if (!(error instanceof Refusal)) return { kind: 'away', code: 'unknown', message: texts.away }
  const { code, message } = error
  if (code === 'request.unknownPath') return { kind: 'tooOld', code, message: texts.tooOld }
  if (isSessionEnd(error)) return { kind: 'ended', code, message: texts.ended }
  if (isTransient(error)) return { kind: 'away', code, message: texts.away }
  return { kind: 'refused', code, message }
}
