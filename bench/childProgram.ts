import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Starts a program of this folder. Returns its first message. `stop` kills it; `end` sends it a message and waits until it
 * has ended, and rejects when the program failed.
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
      // A program that has failed gets no message.
      if (child.connected) child.send('end')
      const [code] = await ended
      if (code !== 0) throw new Error(`${program} failed.`)
    },
  }
}
