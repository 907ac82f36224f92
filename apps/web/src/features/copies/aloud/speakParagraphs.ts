import type { Paragraph } from './listParagraphs.ts'
import { findVoice, speech } from './voices.ts'

/** Reads paragraphs aloud one after another. */
export interface Speaker {
  play: () => void
  /** Stops, so that `play` begins again at the same sentence. The pause of the browser is not reliable on phones. */
  pause: () => void
}

/**
 * Creates a speaker.
 * @param first the index of the first paragraph
 * @param lang the language by BCP 47; '' when unknown
 * @param onParagraph called with the index of each paragraph before it is read
 * @param onEnd called after the last one, and when the browser cannot read on
 */
export function createSpeaker(
  paragraphs: readonly Paragraph[],
  first: number,
  lang: string,
  onParagraph: (index: number) => void,
  onEnd: () => void,
): Speaker {
  let [paragraph, part] = [first, 0]
  /** Counts the utterances, because a cancelled one reports its end too. */
  let current = 0
  const voice = findVoice(lang || document.documentElement.lang) ?? null

  function speak(): void {
    while (paragraph < paragraphs.length && part >= (paragraphs[paragraph]?.parts.length ?? 0)) {
      paragraph++
      part = 0
    }
    const text = paragraphs[paragraph]?.parts[part]
    if (text === undefined) return onEnd()
    if (part === 0) onParagraph(paragraph)
    const utterance = new SpeechSynthesisUtterance(text)
    if (lang !== '') utterance.lang = lang
    utterance.voice = voice
    const number = ++current
    utterance.addEventListener('end', () => {
      if (number !== current) return
      part++
      speak()
    })
    utterance.addEventListener('error', () => number === current && onEnd())
    speech?.speak(utterance)
  }
  return {
    play: speak,
    pause: () => {
      current++
      speech?.cancel()
    },
  }
}
