import type { Source } from '../files/sources.ts'
import type { Upload } from '../upload.ts'

/** Files that are sent at the same time. */
const filesAtOnce = 2
/** Files whose pictures are made at the same time: a picture of 50 megapixels takes 200 MB then. */
const preparedAtOnce = 2
/** The waiting uploads that are prepared before their turn. */
const preparedAhead = 20

type Planned = Pick<Source, 'running' | 'isPreparing' | 'isPrepared'>

/**
 * Returns the uploads to start and those to prepare now. Thousands may wait: only the first ones are prepared, and of
 * those that do not wait, the first ones too.
 */
export function planNext<Each extends Planned>(
  list: readonly Pick<Upload, 'id' | 'phase'>[],
  sources: ReadonlyMap<string, Each>,
): { run: [string, Each][]; prepare: [string, Each][] } {
  const all = [...sources.values()]
  let running = all.filter(source => source.running).length
  let preparing = all.filter(source => source.isPreparing).length
  const ahead = { waiting: 0, other: 0 }
  const run: [string, Each][] = []
  const prepare: [string, Each][] = []
  for (const { id, phase } of list) {
    const source = sources.get(id)
    if (!source || source.running) continue
    if (++ahead[phase === 'waiting' ? 'waiting' : 'other'] > preparedAhead) continue
    if (source.isPrepared) {
      if (phase === 'waiting' && running++ < filesAtOnce) run.push([id, source])
    } else if (!source.isPreparing && preparing++ < preparedAtOnce) prepare.push([id, source])
  }
  return { run, prepare }
}
