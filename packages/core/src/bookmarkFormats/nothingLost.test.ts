import { test } from 'vitest'
import { checkRandomFiles } from './randomFiles.testing.ts'
import { writers } from './writers.testing.ts'

test.each(Object.keys(writers))('IO-03 %s: imports or names each row of a random file, once', id =>
  checkRandomFiles(id as keyof typeof writers, 4),
)
