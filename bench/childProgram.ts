import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Starts a program of this folder. Returns its first message. `stop` kills it; `end` sends it a message and waits until it
 * has ended.
 */
export async function startProgram<Message>(
  program: string,
  args: readonly string[] = [],
): Promise<{ message: Message; stop(): Promise<void>; end(): Promise<void> }> {
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
    async end() {
      child.send('end')
      await ended
    },
  }
}
