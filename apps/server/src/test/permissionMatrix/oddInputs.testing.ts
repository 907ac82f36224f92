import type { Operation } from '@nestmark/contract/operation'
import * as fc from 'fast-check'
import * as z from 'zod/mini'

/** A fixed seed, for the same inputs in every run. */
export const seed = 20_261_122

export type Input = Record<string, unknown>

export const surrogates = ['\ud800', '\udfff', 'a\ud83d', '\udc00\ud800', '\ude00smile']
const oddText = fc.oneof(
  fc.constantFrom(
    ...surrogates,
    '\0',
    'nul\0within',
    '\u202Egnp.exe',
    '\u2066\u2069\u200f',
    '👩‍👩‍👧‍👦🏳️‍🌈',
    'e\u0301'.repeat(40),
    "'; drop table links; --",
    '" or 1=1 --',
    '%_\\%',
    '${7*7}{{7*7}}',
    '../../../etc/passwd',
    '<script>alert(1)</script>',
    'x'.repeat(10_000),
    '\n\r\t\v\f\u2028\u2029',
    '',
    ' ',
    '﻿',
    'NaN',
    'Infinity',
    '-0',
    '1e309',
    '__proto__',
    'constructor',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const oddNumber = fc.oneof(
  fc.constantFrom(1e308, -1e308, -0, 2 ** 53 + 2, -(2 ** 63), 2 ** 63, -1, 0.5, 1e-320, 1e21, 2 ** 31),
  fc.double({ noNaN: true }),
)
const deep = (levels: number): unknown => {
  let value: unknown = 'bottom'
  for (let at = 0; at < levels; at++) value = at % 2 === 0 ? [value] : { in: value }
  return value
}
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 3, arbitrary: oddNumber },
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: -1 }),
  fc.constantFrom(10, 31, 60, 3000).map(deep),
  fc.array(oddText, { maxLength: 3 }),
  fc.array(oddNumber, { maxLength: 3 }),
  fc.constant(Array.from({ length: 2000 }, (_, at) => `id${at}`)),
  fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'folder_id', 'trash', 'input'),
    oddText,
  ),
)

/** Returns the field names of an operation, from its schema and from a valid input. */
export function listFields({ input }: Operation, base: Input): string[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return [...new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(base), '__proto__', 'unknown'])]
}

/** Sets a field like JSON.parse: `__proto__` becomes an own field, too. */
export function withField(base: Input, name: string, value: unknown): Input {
  const changed = { ...base }
  Object.defineProperty(changed, name, { value, enumerable: true, configurable: true, writable: true })
  return changed
}

/** Returns the paths of all texts in an input, including lists and objects. */
function pathsToTexts(input: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof input === 'string') return [[...path]]
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]) => pathsToTexts(value, [...path, name]))
}

/** Returns the input with another text at a path. */
function withText(input: unknown, [name, ...rest]: (string | number)[], text: string): unknown {
  if (name === undefined) return text
  const copy = Array.isArray(input) ? [...input] : { ...(input as Input) }
  return Object.assign(copy, { [name]: withText((copy as Input)[name], rest, text) })
}

/** Generates inputs with one or two invalid fields, or with an invalid body. */
export function oddInputs(fields: readonly string[], base: Input): fc.Arbitrary<unknown> {
  const one = fc
    .tuple(fc.constantFrom(...fields), oddValue)
    .map(([name, value]) => withField(base, name, value))
  const two = fc
    .tuple(one, fc.constantFrom(...fields), oddValue)
    .map(([input, name, value]) => withField(input, name, value))
  const paths = pathsToTexts(base)
  const inside =
    paths.length === 0
      ? one
      : fc.tuple(fc.constantFrom(...paths), oddText).map(([path, text]) => withText(base, path, text))
  return fc.oneof(
    { weight: 5, arbitrary: one },
    { weight: 5, arbitrary: inside },
    { weight: 2, arbitrary: two },
    oddValue,
  )
}
