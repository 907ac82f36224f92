import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mediaLimits, type MediaLimits } from '../../media/mediaProcesses.ts'

const patientMs = 280_000

/** Limits for files that can be read: on a busy machine a process may not run for many seconds. */
export const patientLimits: MediaLimits = {
  ...mediaLimits,
  taskMs: {
    pictures: patientMs,
    profile: patientMs,
    png: patientMs,
    page: patientMs,
    article: patientMs,
    image: patientMs,
    preview: patientMs,
    rewrite: patientMs,
    recording: patientMs,
    document: patientMs,
    documentFacts: patientMs,
  },
}

/**
 * Writes a program in place of the one that reads files. It evaluates the file as code, after the bytes ID3 of an
 * audio file, and reports the result as a title.
 */
export function writeMediaProgram(): { folder: string; program: URL; remove: () => void } {
  // The processes may read no other folder than that of the code.
  const cache = join(import.meta.dirname, '../../../../../node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'media-'))
  // For the user of the processes.
  chmodSync(folder, 0o755)
  const path = join(folder, 'eval.mjs')
  writeFileSync(
    path,
    `process.on('message', async message => {
       if (message.size) return process.send({ read: { offset: 0, length: message.size } })
       const code = Buffer.from(message.bytes).toString().replace(/^ID3/, '')
       const evaluate = new Function('return (async () => {' + code + '})()')
       const result = await evaluate().catch(error => error.code ?? String(error))
       process.send({ found: { title: String(result) } })
       process.send({ end: null })
     })
     process.on('disconnect', () => process.exit())`,
  )
  return { folder, program: pathToFileURL(path), remove: () => rmSync(folder, { recursive: true }) }
}
