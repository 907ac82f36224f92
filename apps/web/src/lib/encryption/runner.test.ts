import { expect, test, vi } from 'vitest'
import { type RunOptions, startRunner } from './runner.ts'

/** A run whose attempts the test ends. */
function setUp() {
  const attempts: { options: RunOptions; end: (done: number) => void; fail: (error: Error) => void }[] = []
  const onEnd = vi.fn<(done: number) => void>()
  const runner = startRunner(
    options => new Promise((end, fail) => attempts.push({ options, end, fail })),
    onEnd,
  )
  return { runner, attempts, onEnd, progress: runner.progress }
}

test('ENC-01 a run counts its completed items, and stops only after the batch in progress', async () => {
  const { runner, attempts, onEnd, progress } = setUp()
  const [first] = attempts
  first!.options.onProgress(100)
  expect(progress.get()).toMatchObject({ phase: 'running', done: 100 })
  runner.stop()
  expect(progress.get().phase).toBe('stopping')
  expect(first!.options.signal.aborted).toBe(true)
  first!.end(100)
  await expect.poll(() => progress.get()).toMatchObject({ phase: 'stopped', done: 100 })
  expect(onEnd).not.toHaveBeenCalled()
})

test('ENC-01 E09 “Continue” adds to what earlier attempts have done, and reports the sum at the end', async () => {
  const { runner, attempts, onEnd, progress } = setUp()
  runner.stop()
  attempts[0]!.end(100)
  await expect.poll(() => progress.get().phase).toBe('stopped')
  runner.resume()
  expect(attempts.map(({ options }) => options.isContinued)).toEqual([false, true])
  attempts[1]!.options.onProgress(30)
  expect(progress.get()).toMatchObject({ phase: 'running', done: 130 })
  attempts[1]!.end(50)
  await expect.poll(() => progress.get()).toMatchObject({ phase: 'done', done: 150 })
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(150)
})

test('ENC-09 E09 a failed run has its reason and keeps its count; “Continue” removes the reason', async () => {
  const { runner, attempts, onEnd, progress } = setUp()
  const problem = new Error('The connection was lost.')
  attempts[0]!.options.onProgress(20)
  attempts[0]!.options.onFile({ name: 'a.png', fraction: 0.5 })
  attempts[0]!.fail(problem)
  await expect.poll(() => progress.get()).toMatchObject({ phase: 'failed', done: 20, file: null, problem })
  runner.resume()
  expect(progress.get()).toMatchObject({ phase: 'running', problem: null })
  attempts[1]!.end(1)
  await expect.poll(() => onEnd.mock.calls).toEqual([[21]])
})

test('ENC-01 a file in transfer at the stop of the run makes it stopped, and not failed', async () => {
  const { runner, attempts, progress } = setUp()
  runner.stop()
  attempts[0]!.fail(new DOMException('Stopped', 'AbortError'))
  await expect.poll(() => progress.get()).toMatchObject({ phase: 'stopped', problem: null })
})
