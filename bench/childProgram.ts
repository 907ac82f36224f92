import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts a program of this folder. Returns its first message, and how it is ended. */
export async function startProgram<Message>(
  program: string,
  args: readonly string[] = [],
): Promise<{ message: Message; stop(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, program), args, { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const [message] = await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error(`${program} ended.`)
    }),
  ])
  return {
    message,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
