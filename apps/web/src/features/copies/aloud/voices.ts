import { useSyncExternalStore } from 'react'

/** The speech of the browser; undefined in browsers without it. */
export const speech: SpeechSynthesis | undefined = globalThis.speechSynthesis

function subscribe(onChange: () => void): () => void {
  speech?.addEventListener?.('voiceschanged', onChange)
  return () => speech?.removeEventListener?.('voiceschanged', onChange)
}

/** Returns whether the browser can read aloud. The voices arrive after the page. */
export function useHasVoices(): boolean {
  return useSyncExternalStore(subscribe, () => (speech?.getVoices().length ?? 0) > 0)
}

/** Returns the voice for a language: one of this device before one of a service; undefined for the browser's choice. */
export function findVoice(lang: string): SpeechSynthesisVoice | undefined {
  const [language] = lang.toLowerCase().split('-')
  const fitting = (speech?.getVoices() ?? []).filter(
    voice => voice.lang.toLowerCase().split(/[-_]/)[0] === language,
  )
  return fitting.find(voice => voice.default) ?? fitting.find(voice => voice.localService) ?? fitting[0]
}
