import type { ContentAnswer } from '../background/answerContent.ts'
import { browser } from '../lib/browser.ts'
import type { ContentMessage } from '../lib/messages.ts'

type Kind = ContentMessage['kind']

/** The messages that have the effect of one when they are sent twice: a highlight has an id that is made here. */
const repeatable: readonly Kind[] = ['openPage', 'saveHighlight', 'deleteHighlight', 'hideHere', 'placeTab']
const attempts = 3
const pauseMs = 300

/** Returns whether the extension of this script still runs: after an update or a removal it does not. */
export function isExtensionAlive(): boolean {
  try {
    return browser.runtime.id !== undefined
  } catch {
    return false
  }
}

/**
 * Asks the background. Its worker may end in the middle of an answer, and the page may be suspended (bfcache): then the message is
 * sent again.
 * @returns null when it has no answer
 */
export async function askBackground<K extends Kind>(
  message: Extract<ContentMessage, { kind: K }>,
): Promise<ContentAnswer[K] | null> {
  for (let attempt = 1; isExtensionAlive(); attempt++) {
    try {
      return ((await browser.runtime.sendMessage(message)) as ContentAnswer[K] | undefined) ?? null
    } catch {
      if (attempt === attempts || !repeatable.includes(message.kind)) return null
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
  return null
}
