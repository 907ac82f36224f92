import { readJson, Refusal, toRefusal } from '@nestmark/contract/client'
import type { Input, Operation, Output } from '@nestmark/contract/operation'
import { outboxTexts } from '@nestmark/texts/outbox'
import { sendBytes } from '../browser/sendBytes.ts'
import { startDownload } from '../browser/startDownload.ts'
import { token } from '../browser/token.ts'

const authorization = () => ({ authorization: `Bearer ${token.get() ?? ''}` })

/** Throws a refusal in place of an error of the connection. */
function throwAsRefusal(error: unknown, message: string, signal: AbortSignal | undefined): never {
  throw error instanceof Refusal || signal?.aborted
    ? error
    : new Refusal({ status: 0, code: 'network', message })
}

/**
 * Uploads a file with an operation that takes one.
 * @param onProgress receives the sent fraction, 0 to 1
 * @throws Refusal; with code 'network' when the connection breaks
 */
export async function uploadFile<Op extends Operation>(
  op: Op,
  form: FormData,
  { onProgress, signal }: { onProgress?: (fraction: number) => void; signal?: AbortSignal } = {},
): Promise<Output<Op>> {
  const answer = await sendBytes('POST', `/api/${op.path}`, {
    headers: authorization(),
    body: form,
    onProgress: (sent, total) => onProgress?.(sent / total),
    signal,
  }).catch((error: unknown) => throwAsRefusal(error, outboxTexts.down, signal))
  const body = await readJson(answer)
  if (!answer.ok || body === null) throw toRefusal(answer, body)
  return body.data as Output<Op>
}

/**
 * Calls an operation that returns a file and saves the file through the browser once it is complete.
 * @throws Refusal; with code 'network' when the connection breaks
 */
export async function downloadFile<Op extends Operation>(
  op: Op,
  name: string,
  signal: AbortSignal,
  input?: Input<Op>,
): Promise<void> {
  saveAsFile(await fetchFile(op, signal, input), name)
}

/**
 * Calls an operation that returns a file.
 * @throws Refusal; with code 'network' when the connection breaks
 */
export async function fetchFile<Op extends Operation>(
  op: Op,
  signal: AbortSignal,
  input?: Input<Op>,
): Promise<Blob> {
  let message: string = outboxTexts.down
  try {
    const answer = await fetch(`/api/${op.path}`, {
      method: op.method,
      headers: { 'content-type': 'application/json', ...authorization() },
      body: JSON.stringify(input ?? {}),
      signal,
    })
    message = 'The connection was cut off before the file was complete.'
    if (!answer.ok) {
      const body = await readJson(answer)
      signal.throwIfAborted()
      throw toRefusal(answer, body)
    }
    return await answer.blob()
  } catch (error) {
    throwAsRefusal(error, message, signal)
  }
}

/** Saves a blob as a file through the browser. */
export function saveAsFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  startDownload(address, name)
  // The browser has started to read the blob by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
