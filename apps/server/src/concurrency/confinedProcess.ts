import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectFolder } from '../folders.ts'
import { endWithServer } from './endWithServer.ts'
import { toUnprivilegedUser } from './unprivilegedUser.ts'

/**
 * The limit of one half of a heap's young generation, in megabytes. With the default, a page of 1 MB takes 380
 * MB instead of 220: short-lived objects are retained for too long.
 */
const youngHeapMb = 4

/**
 * Starts a program that processes untrusted bytes. It has no environment, reads only the code, writes nothing,
 * starts no program, ends with the server, and has a lower priority than all requests. A server that runs as root
 * starts it as `nobody`.
 * @param heapMb the limit of its JavaScript heap, in megabytes
 * @param mayLoadAddons whether it may load native code
 */
export function startConfinedProcess(
  program: URL,
  { heapMb, mayLoadAddons }: { heapMb: number; mayLoadAddons: boolean },
): ChildProcess {
  const files = [process.execPath, fileURLToPath(program), join(projectFolder, 'node_modules')]
  const child = fork(program, {
    env: {},
    execArgv: [
      '--permission',
      ...(mayLoadAddons ? ['--allow-addons'] : []),
      `--allow-fs-read=${projectFolder}/*`,
      `--max-old-space-size=${heapMb}`,
      `--max-semi-space-size=${youngHeapMb}`,
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...toUnprivilegedUser(files),
  })
  lowerPriority(child)
  endWithServer(child)
  return child
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, 5)
  } catch {
    // A sandbox may forbid it, or the process has ended.
  }
}
