import { problemTexts as texts } from '@nestmark/texts/extension'
import { browser } from '../lib/browser.ts'
import type { Answer, AnswerData } from '../background/answerPage.ts'
import type { Problem } from '../background/problem.ts'
import type { PageMessage } from '../lib/messages.ts'

const noAnswer: Problem = { kind: 'refused', code: 'noAnswer', message: texts.noAnswer }

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
  const answer = await send<AnswerData[Kind]>(message)
  if ('problem' in answer) throw new AskError(answer.problem)
  return answer.data
}

/** Opens an address in a new tab, and closes the popup. */
export async function openTab(url: string): Promise<void> {
  await browser.tabs.create({ url })
  window.close()
}

/** Opens the settings of the extension, and closes the popup. */
export async function openSettings(): Promise<void> {
  await browser.runtime.openOptionsPage()
  window.close()
}

/** Returns the handler of a form that acts in this page. */
export const onSubmit = (act: () => Promise<void>) => (event: Event) => {
  event.preventDefault()
  void act()
}

/** Sends a message. Without an answer, because it is too large or the background has ended, there is a problem too. */
async function send<T>(message: PageMessage): Promise<Answer<T>> {
  const answer = await browser.runtime.sendMessage(message).catch(() => undefined)
  return (answer as Answer<T> | undefined) ?? { problem: noAnswer }
}
