import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { countWords } from './countWords.ts'

test('words are what has a letter or a digit between spaces', () => {
  expect(countWords('', '')).toBe(0)
  expect(countWords('  It’s - 3 o’clock…\n\tnow ... ', '')).toBe(4)
  expect(countWords('東京へ行く', 'ja')).toBeGreaterThan(1)
})

test.each(['.', '[', '<', '&', '\\', ' ', 'a', '\u0301'])(
  'S19 counts a million of %j in linear time',
  character => {
    // In a process that can be ended: in the time of a square this takes minutes.
    const program = `import { countWords } from ${JSON.stringify(new URL('countWords.ts', import.meta.url).href)}
      console.log(countWords(${JSON.stringify(character)}.repeat(1_000_000), ''))`
    const options = { timeout: 30_000, encoding: 'utf8' } as const
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], options)
    expect(stdout.trim()).toBe(character === 'a' ? '1' : '0')
  },
)
