import { browser } from '../lib/browser.ts'
import type { Answer, AnswerData } from '../background/answerPage.ts'
import type { Problem } from '../background/problem.ts'
import type { PageMessage } from '../lib/messages.ts'

/** A message that the background could not answer. */
export class AskError extends Error {
  override name = 'AskError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/**
 * Asks the background.
 * @throws AskError with a sentence for the person
 */
export async function ask<Kind extends PageMessage['kind']>(
  message: Extract<PageMessage, { kind: Kind }>,
): Promise<AnswerData[Kind]> {
  const answer = (await browser.runtime.sendMessage(message)) as Answer<AnswerData[Kind]>
  if ('problem' in answer) throw new AskError(answer.problem)
  return answer.data
}
