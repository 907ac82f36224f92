import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { librarySchema } from '@nestmark/core/libraryFile/jsonSchema'
import { currentExamples } from './current.testing.ts'

/** `npm run examples`: regenerates the examples of the API from calls to a real server, and the schema of nestmark.json. */
const file = join(import.meta.dirname, 'examples.json')
const examples = await currentExamples()
writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`)
console.log(`${Object.keys(examples).length} examples in ${file}`)
const schema = join(import.meta.dirname, '../../../../../docs/nestmark-library-1.schema.json')
writeFileSync(schema, `${JSON.stringify(librarySchema(), null, 2)}\n`)
