import type { VNode } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { connection } from './connection.ts'
import { lazyGroup, lazyPage, lazyPart } from './lazy.ts'

const greet = (Part: ComponentType<{ name: string }>) =>
  renderToStaticMarkup(createElement(Part, { name: 'Ada' }) as unknown as VNode)
const Greeting = ({ name }: { name: string }): ReactNode => `Hello ${name}`

test('a part renders nothing while its code loads, then its content, and never suspends', async () => {
  let loads = 0
  const Part = lazyPart<{ name: string }>(async () => {
    loads++
    return { default: Greeting }
  })
  const render = () => greet(Part)
  // A component that suspends throws here, because nothing around it has a fallback.
  expect(render()).toBe('')
  await Promise.all([Part.preload(), Part.preload()])
  expect(render()).toBe('Hello Ada')
  expect(loads).toBe(1)
})

test('loads the parts of a group together', async () => {
  let loads = 0
  const group = lazyGroup(async () => {
    loads++
    return { Greeting, Farewell: ({ name }: { name: string }): ReactNode => `Bye ${name}` }
  })
  const parts = [group('Greeting'), group('Farewell')]
  const render = () => parts.map(greet)
  expect(render()).toEqual(['', ''])
  await group.preload()
  expect(render()).toEqual(['Hello Ada', 'Bye Ada'])
  expect(loads).toBe(1)
})

test('a page suspends while its code loads, and not after a preload', async () => {
  const Page = lazyPage<{ name: string }>(async () => ({ default: Greeting }))
  const render = () => greet(Page)
  expect(render).toThrow(/suspenseful/)
  await Page.preload()
  expect(render()).toBe('Hello Ada')
})

test('loads code again at the next time after a failure', async () => {
  let loads = 0
  const Part = lazyPart<{ name: string }>(async () => {
    if (++loads === 1) throw new Error('The connection is lost.')
    return { default: Greeting }
  })
  await expect(Part.preload()).rejects.toThrow('The connection is lost.')
  await Part.preload()
  expect(greet(Part)).toBe('Hello Ada')
})

test('OFFLINE does not request code without a connection, and loads it once there is one', async () => {
  let loads = 0
  const Part = lazyPart<{ name: string }>(async () => {
    loads++
    return { default: Greeting }
  })
  const before = connection.get()
  onTestFinished(() => connection.set(before))
  connection.set('offline')
  await expect(Part.preload()).rejects.toThrow('No connection')
  expect(loads).toBe(0)
  connection.set('up')
  await Part.preload()
  expect(loads).toBe(1)
})
