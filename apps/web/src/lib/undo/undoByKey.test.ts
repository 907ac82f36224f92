import { uiTexts } from '@nestmark/texts/ui'
import { expect, test } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { fakePage, readToasts, replaceGlobal } from '../fakePage.testing.ts'
import { toast } from '../toasts.ts'
import { undoByKey } from './undoByKey.ts'

/** Starts a change of links, whose toast offers to undo it. Returns what answers and refuses it. */
function startChange(name: string, undone: string[]) {
  const answer = Promise.withResolvers<void>()
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => answer.promise,
    meta: { touches: ['links'], quiet: true },
  })
  void mutation
    .execute(undefined)
    .then(() => toast({ title: name, undo: () => undone.push(name) }))
    .catch(() => undefined)
  return answer
}

const press = () => undoByKey({ target: null, preventDefault: () => undefined } as KeyboardEvent)
const hasSettled = () => new Promise(resolve => setTimeout(resolve, 5))

test('Ctrl+Z waits for the answer to the last change, and undoes it once', async () => {
  fakePage()
  replaceGlobal('HTMLElement', EventTarget)
  const undone: string[] = []
  startChange('first', undone).resolve()
  await expect.poll(readToasts).toEqual(['first'])
  const second = startChange('second', undone)
  press()
  press()
  await hasSettled()
  expect(undone).toEqual([])
  second.resolve()
  await expect.poll(readToasts).toContain(uiTexts.nothingToUndo)
  expect(undone).toEqual(['second'])
})

test('Ctrl+Z undoes no earlier change when the server rejects the last one', async () => {
  fakePage()
  replaceGlobal('HTMLElement', EventTarget)
  const undone: string[] = []
  startChange('first', undone).resolve()
  await expect.poll(readToasts).toEqual(['first'])
  const second = startChange('second', undone)
  press()
  second.reject(new Error('refused'))
  await hasSettled()
  expect(undone).toEqual([])
  press()
  await expect.poll(() => undone).toEqual(['first'])
})
