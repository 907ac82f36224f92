import { expect, test } from 'vitest'
import { isSoundFile } from './soundFile.ts'

test('recognises an audio file by the end of its path, ignoring query and fragment', () => {
  for (const address of ['https://a.example/x.mp3', 'a.example/x.OGG?sig=1#t=3', 'http://a.example/b/c.wav'])
    expect([address, isSoundFile(address)]).toEqual([address, true])
  for (const address of ['https://a.example/mp3', 'https://a.mp3/', 'https://a.example/?f=x.mp3', 'x', ''])
    expect([address, isSoundFile(address)]).toEqual([address, false])
})
