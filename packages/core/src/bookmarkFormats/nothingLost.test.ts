import { test } from 'vitest'
import { checkRandomFiles } from './randomFiles.testing.ts'
import { writers } from './writers.testing.ts'

test.each(Object.keys(writers))('IO-03 %s: each row of a random file is imported or named, once', id =>
  checkRandomFiles(id as keyof typeof writers, 4),
)
