import { runAdmin } from '../../admin/run.ts'

/** What a command of the operator came to. */
export interface AdminEnd {
  code: number
  /** What it said, and what it complained of. */
  out: string
  error: string
}

/** Runs a command of the operator's command line in this process: it takes the time of the command alone. */
export async function admin(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | null },
  ...words: string[]
): Promise<AdminEnd> {
  const said = { out: '', error: '' }
  const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const code = await runAdmin(words, env, {
    log: line => void (said.out += `${line}\n`),
    error: (...parts: unknown[]) => void (said.error += `${parts.map(String).join(' ')}\n`),
  })
  return { code, ...said }
}
