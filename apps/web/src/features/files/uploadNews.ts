import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { type Upload, unfinished } from '../../lib/uploads/upload.ts'

/** Returns what changed between two states of the list, in words: starts, ends and failures, and no percentages. */
export function describeChanges(before: readonly Upload[], now: readonly Upload[]): string {
  const phases = new Map(before.map(({ id, phase }) => [id, phase]))
  const started = now.filter(({ id, phase }) => !phases.has(id) && unfinished.has(phase)).length
  const ended = now
    .filter(({ id, phase }) => phases.get(id) !== phase)
    .flatMap(({ name, phase, reason = '' }) => {
      if (phase === 'done') return texts.ended(name)
      return phase === 'stopped' || phase === 'refused' ? texts.failed(name, reason) : []
    })
  const sentences = [...(started > 0 ? [texts.started(started)] : []), ...ended]
  return sentences.map(each => each.replace(/\.$/, '')).join('. ')
}
