import { createClient } from '@nestmark/contract/client'
import type { Input, Operation } from '@nestmark/contract/operation'
import type * as z from 'zod/mini'
import { setTimeout as pause } from 'node:timers/promises'
import { jobStatus } from '@nestmark/contract/jobs'

export const password = 'a long password of theirs'

/** A person who is signed in at a server process. The token remains valid after the process ends. */
export interface Visitor {
  token: string
  call: <Op extends Operation>(
    op: Op,
    input: Input<Op>,
    options?: { idempotencyKey?: string },
  ) => Promise<z.output<Op['output']>>
  /** Returns the same person at another server on the same data. */
  at(origin: string): Visitor
  /** Uploads a bookmark file and returns the job's id. */
  importFile(file: string | Uint8Array): Promise<string>
  /** Waits for the end of a job. */
  jobEnd(job: string, withinMs?: number): Promise<z.output<typeof jobStatus.output>>
}

/** Creates an account and signs in. */
export async function signUp(origin: string, name: string): Promise<Visitor> {
  const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email: `${name}@example.org`, password }),
  })
  const token = answer.headers.get('set-auth-token')
  if (!token) throw new Error(`Signing up answered ${answer.status}: ${await answer.text()}`)
  return visitor(origin, token)
}

export function visitor(origin: string, token: string): Visitor {
  const client = createClient(origin, () => token)
  const call: Visitor['call'] = (op, input, options) => client.call(op, input, options) as never
  return {
    token,
    call,
    at: other => visitor(other, token),
    importFile: async file => {
      const form = new FormData()
      form.set('type', 'html')
      form.set('file', new Blob([file as string]), 'bookmarks.html')
      const sent = await fetch(`${origin}/api/import-bookmarks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      const answer = (await sent.json()) as { message: string; data: { job: string } }
      if (sent.status !== 202) throw new Error(`The import answered ${sent.status}: ${answer.message}`)
      return answer.data.job
    },
    jobEnd: async (job, withinMs = 120_000) => {
      const deadline = Date.now() + withinMs
      for (;;) {
        const state = await call(jobStatus, { job })
        if (!['queued', 'running'].includes(state.state)) return state
        if (Date.now() > deadline) throw new Error(`The job is still ${JSON.stringify(state)}.`)
        await pause(50)
      }
    },
  }
}
