import type { Operation, Output, Parsed } from '@nestmark/contract/operation'
import { toAddressKey } from '../../calls/addressKey.ts'
import type { Services } from '../../services.ts'

/** Calls an operation as a visitor: in a reader thread, within the share of the visitor's address. */
export async function readAsVisitor<Op extends Operation>(
  { readers, now }: Pick<Services, 'readers' | 'now'>,
  { path }: Op,
  input: Parsed<Op>,
  ip: string,
): Promise<Output<Op>> {
  const { bytes } = await readers.run({ path, input, actor: null, ip, at: now() }, toAddressKey(ip))
  return (JSON.parse(bytes.toString()) as { data: Output<Op> }).data
}
