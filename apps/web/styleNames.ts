import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

const sources = join(import.meta.dirname, 'src')
let files: string[] = []

/**
 * Returns the class name of a style in the built page: its own, and the number of its file. The hash of a file, as by default, compresses
 * badly.
 */
export function nameStyle(name: string, file: string): string {
  const path = relative(sources, file.replace(/\?.*/, ''))
  if (!files.includes(path))
    files = (readdirSync(sources, { recursive: true }) as string[])
      .filter(each => each.endsWith('.module.css'))
      .sort()
  return `${name}_${files.indexOf(path).toString(36)}`
}
