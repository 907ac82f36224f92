import { expect, test } from 'vitest'
import { planNext } from './planNext.ts'
import type { UploadPhase } from '../upload.ts'

interface Each {
  phase?: UploadPhase
  isPrepared?: boolean
  isPreparing?: boolean
  running?: AbortController
}

/** Returns the positions of the uploads to start and to prepare. */
function plan(uploads: readonly Each[]): { run: number[]; prepare: number[] } {
  const list = uploads.map(({ phase = 'waiting' }, at) => ({ id: `${at}`, phase }))
  const sources = new Map(uploads.map((each, at) => [`${at}`, each]))
  const { run, prepare } = planNext(list, sources)
  return { run: run.map(([id]) => Number(id)), prepare: prepare.map(([id]) => Number(id)) }
}
const prepared: Each = { isPrepared: true }
const running: Each = { phase: 'sending', isPrepared: true, running: new AbortController() }
const fill = (count: number, each: Each) => Array.from({ length: count }, () => each)

test('UPL-06 sends two files and prepares two at once, in the order of the list', () => {
  expect(plan(fill(5, {}))).toEqual({ run: [], prepare: [0, 1] })
  expect(plan([prepared, prepared, prepared, {}])).toEqual({ run: [0, 1], prepare: [3] })
  expect(plan([running, prepared, prepared])).toEqual({ run: [1], prepare: [] })
  expect(plan([running, running, prepared, { isPreparing: true }, {}, {}])).toEqual({ run: [], prepare: [4] })
})

test('UPL-06 prepares only the next ones of thousands of files', () => {
  expect(plan([running, running, ...fill(20, prepared), ...fill(5000, {})])).toEqual({ run: [], prepare: [] })
  expect(plan([running, running, ...fill(19, prepared), ...fill(5000, {})]).prepare).toEqual([21])
})

test('UPL-06 paused and stopped uploads do not hold up those that wait', () => {
  const resting = [...fill(30, { phase: 'paused', isPrepared: true }), ...fill(30, { phase: 'stopped' })]
  expect(plan([...resting, prepared, {}])).toEqual({ run: [60], prepare: [61] })
  expect(plan([{ phase: 'paused' }, prepared])).toEqual({ run: [1], prepare: [0] })
})
