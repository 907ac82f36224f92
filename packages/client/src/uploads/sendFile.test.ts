import { finishUpload, startUpload, type UploadState } from '@nestmark/contract/files'
import { expect, test } from 'vitest'
import { type FileToSend, type SendOptions, UploadEnded } from './sendFile.ts'
import { startUploads } from './uploads.testing.ts'
import { refuse, toBytes } from './uploadServer.testing.ts'

const never = new Promise<undefined>(() => undefined)
const bytes = toBytes(18)
const file: FileToSend = {
  bytes: new Blob([bytes]),
  name: 'rails.png',
  type: 'image/png',
  parent: 'c1',
  purpose: 'file',
  requestKey: 'k1',
}

/** A server that takes parts of 4 bytes: the file has five. */
function setUp() {
  const { server, sendFile } = startUploads()
  const stop = new AbortController()
  const news: (string | number | boolean)[] = []
  const progress: number[] = []
  const options: SendOptions = {
    signal: stop.signal,
    onProgress: sent => progress.push(sent),
    onStarted: id => news.push(`started ${id}`),
    onOffline: isOffline => news.push(isOffline ? 'offline' : 'online'),
    onChecking: () => news.push('checking'),
  }
  const send = (part: Partial<FileToSend> = {}) => sendFile({ ...file, ...part }, options)
  return {
    server,
    stop,
    news,
    progress,
    send /** Of the parts that were sent. Those side by side begin in any order. */,
    numbers: () => server.parts.map(({ number }) => number).sort(),
  }
}

/** Lets the server have an upload in this state. */
function haveUpload(server: ReturnType<typeof setUp>['server'], part: Partial<UploadState>) {
  const state = { upload_id: 'u1', url: '/files/uploads/u1', size: 18, part_size: 4, parts: [] }
  const start = { ...file, content_type: 'image/png', size: 18, request_key: 'k1' }
  server.uploads.set('k1', { ...state, state: 'open', start, bytes: new Map(), ...part } as never)
}

test('UPL-06 all bytes of a file arrive, and the server stores it under its key', async () => {
  const { server, numbers, send } = setUp()
  expect((await send()).key).toBe('file of u1')
  expect(server.bytesOf('k1')).toEqual(bytes)
  expect(numbers()).toEqual([1, 2, 3, 4, 5])
})

test('UPL-06 the server learns the name, type and collection before the first byte', async () => {
  const { server, send } = setUp()
  await send()
  expect(server.inputs(startUpload)).toEqual([
    {
      name: 'rails.png',
      content_type: 'image/png',
      size: 18,
      parent: 'c1',
      purpose: 'file',
      request_key: 'k1',
    },
  ])
})

test('UPL-06 sends three parts side by side, and the next one when one has arrived', async () => {
  const { server, numbers, send } = setUp()
  const held = new Map<number, (answer: undefined) => void>()
  server.onPart = ({ number }) => new Promise(resolve => held.set(number, resolve))
  const sending = send()
  await expect.poll(numbers).toEqual([1, 2, 3])
  held.get(2)?.(undefined)
  await expect.poll(numbers).toEqual([1, 2, 3, 4])
  for (const number of [1, 3, 4]) held.get(number)?.(undefined)
  await expect.poll(numbers).toEqual([1, 2, 3, 4, 5])
  held.get(5)?.(undefined)
  await sending
})

test('UPL-06 sends only the missing parts of an interrupted upload', async () => {
  const { server, numbers, send } = setUp()
  const arrived = new Map([1, 3].map(number => [number, bytes.subarray((number - 1) * 4, number * 4)]))
  haveUpload(server, { parts: [1, 3], bytes: arrived } as Partial<UploadState>)
  await send()
  expect(numbers()).toEqual([2, 4, 5])
  expect(server.bytesOf('k1')).toEqual(bytes)
})

test('UPL-06 the progress begins with what the server has, and ends with the size of the file', async () => {
  const { server, progress, send } = setUp()
  const arrived = new Map([1, 5].map(number => [number, bytes.subarray((number - 1) * 4, number * 4)]))
  haveUpload(server, { parts: [1, 5], bytes: arrived } as Partial<UploadState>)
  await send()
  expect(progress[0]).toBe(6)
  expect(progress.at(-1)).toBe(18)
})

test('UPL-06 a part counts at most its own bytes', async () => {
  const { server, progress, send } = setUp()
  // What leaves the browser has headers too.
  server.onPart = ({ report }) => void report(400)
  await send()
  expect(Math.max(...progress)).toBe(18)
})

test('UPL-06 F16 sends a part again whose connection broke, with the same bytes', async () => {
  const { server, numbers, news, send } = setUp()
  let breaks = 1
  server.onPart = ({ number }) => (number === 2 && breaks-- > 0 ? 'broken' : undefined)
  await send()
  expect(numbers().filter(number => number === 2)).toHaveLength(2)
  const [first, second] = server.parts.filter(({ number }) => number === 2)
  expect(first?.bytes).toEqual(second?.bytes)
  expect(server.bytesOf('k1')).toEqual(bytes)
  expect(news).toEqual(['started u1', 'offline', 'online', 'checking'])
})

test('UPL-06 the progress goes back by a part that did not arrive', async () => {
  const { server, progress, send } = setUp()
  let breaks = 1
  server.onPart = ({ number, report }) => {
    if (number !== 1 || breaks-- <= 0) return undefined
    report(4)
    return 'broken'
  }
  await send({ bytes: new Blob([bytes.subarray(0, 4)]) })
  expect(progress).toEqual([0, 4, 0, 4])
})

test('UPL-06 OFFLINE sends nothing again before the server is reachable', async () => {
  const { server, numbers, news, send } = setUp()
  server.isReachable = false
  server.onPart = () => (server.isReachable ? undefined : 'broken')
  const sending = send()
  await expect.poll(() => news).toContain('offline')
  await expect.poll(() => numbers().length).toBe(3)
  expect(news).not.toContain('online')
  server.isReachable = true
  await sending
  expect(numbers()).toEqual([1, 1, 2, 2, 3, 3, 4, 5])
})

test('UPL-06 tries a part again that another request still sends', async () => {
  const { server, numbers, send } = setUp()
  const text = JSON.stringify({ code: 'files.partBusy', message: 'Busy.' })
  let refusals = 2
  server.onPart = ({ number }) => (number === 4 && refusals-- > 0 ? { status: 409, text } : undefined)
  await send()
  expect(numbers().filter(number => number === 4)).toHaveLength(3)
})

test('UPL-06 a refused part ends the upload with its reason, and the other parts with it', async () => {
  const { server, send } = setUp()
  const text = JSON.stringify({ code: 'files.uploadNotFound', message: 'It was cancelled.' })
  server.onPart = async ({ number }) => {
    await expect.poll(() => server.parts.length).toBe(3)
    return number === 2 ? { status: 404, text } : never
  }
  await expect(send()).rejects.toThrow('It was cancelled.')
  expect(server.ended.map(({ number }) => number).sort()).toEqual([1, 3])
  expect(server.inputs(finishUpload)).toEqual([])
})

test.each(['cancelled', 'expired'] as const)('F16 sends nothing of an upload that is %s', async state => {
  const { server, news, send } = setUp()
  haveUpload(server, { state })
  await expect(send()).rejects.toBeInstanceOf(UploadEnded)
  expect([server.parts, news]).toEqual([[], []])
})

test('F17 finishes an upload without another byte after the loss of its last answer', async () => {
  const { server, send } = setUp()
  haveUpload(server, { state: 'ready', parts: [1, 2, 3, 4, 5] })
  expect((await send()).key).toBe('file of u1')
  expect(server.parts).toEqual([])
})

test('UPL-06 a cancelled upload ends during the sending of its parts, and does not finish', async () => {
  const { server, stop, send } = setUp()
  server.onPart = () => never
  const sending = send()
  await expect.poll(() => server.parts.length).toBe(3)
  stop.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.ended).toHaveLength(3)
  expect(server.inputs(finishUpload)).toEqual([])
})

test('UPL-06 an upload cancelled during its start sends no byte', async () => {
  const { server, stop, news, send } = setUp()
  const sending = send()
  stop.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.parts).toEqual([])
  // Its id is known, so that it can be deleted.
  expect(news).toEqual(['started u1'])
})

test('UPL-06 the check begins after the last byte', async () => {
  const { server, news, send } = setUp()
  const seen: unknown[] = []
  server.answer(finishUpload, () => {
    seen.push(...news, server.bytesOf('k1').length)
    return { key: 'a key', name: '', size: 18, media_type: '' }
  })
  await send()
  expect(seen).toEqual(['started u1', 'checking', 18])
})

test('UPL-06 repeats a check that fails in the server without the bytes', async () => {
  const { server, send } = setUp()
  let failures = 2
  server.answer(finishUpload, () => {
    if (failures-- > 0) throw refuse(503, 'files.storeAway')
    return { key: 'a key', name: '', size: 18, media_type: '' }
  })
  expect((await send()).key).toBe('a key')
  expect(server.parts).toHaveLength(5)
})

test('UPL-09 rejects at once a file for which there is no room', async () => {
  const { server, send } = setUp()
  server.answer(startUpload, () => Promise.reject(refuse(403, 'plan.storage')))
  await expect(send()).rejects.toThrow('The reason is plan.storage.')
  expect(server.calls).toHaveLength(1)
})

test('UPL-09 does not ask a server without room again', async () => {
  const { server, send } = setUp()
  server.answer(startUpload, () => Promise.reject(refuse(507, 'server.full')))
  await expect(send()).rejects.toThrow('The reason is server.full.')
  expect(server.calls).toHaveLength(1)
})

test('UPL-01 stores the waveform of a sound with it', async () => {
  const { server, send } = setUp()
  await send({ peaks: [1, 255] })
  expect(server.inputs(finishUpload)).toEqual([{ upload_id: 'u1', peaks: [1, 255] }])
})
