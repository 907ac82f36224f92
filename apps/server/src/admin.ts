import { runAdmin } from './admin/run.ts'

process.umask(0o077)
// A command that never completes must not count as successful.
process.exitCode = 1
void runAdmin(process.argv.slice(2), process.env, console).then(code => (process.exitCode = code))
