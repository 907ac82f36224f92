import { runAdmin } from '../../admin/run.ts'

/** The result of an admin command. */
export interface AdminEnd {
  code: number
  /** Its standard output and standard error. */
  out: string
  error: string
}

/**
 * Runs an admin command in this process, which avoids the start of another process.
 * @param place the library, with further variables in `env`
 */
export async function admin(
  {
    dataDir,
    databaseUrl,
    env: further,
  }: { dataDir: string; databaseUrl?: string | null; env?: Record<string, string> },
  ...words: string[]
): Promise<AdminEnd> {
  const said = { out: '', error: '' }
  const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...further }
  const code = await runAdmin(words, env, {
    log: line => void (said.out += `${line}\n`),
    error: (...parts: unknown[]) => void (said.error += `${parts.map(String).join(' ')}\n`),
  })
  return { code, ...said }
}
