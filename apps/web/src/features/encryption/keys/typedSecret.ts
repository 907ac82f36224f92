import { listTypedSecrets } from '@nestmark/encryption/secrets/strongSecret'

/**
 * Opens something by a secret as a person types it: a generated one also in lower case and in groups.
 * @returns the result, and the secret that opened it
 * @throws the error of the last try
 */
export async function openByTypedSecret<Result>(
  typed: string,
  open: (secret: string) => Promise<Result>,
): Promise<{ result: Result; secret: string }> {
  const [first = typed, ...others] = listTypedSecrets(typed)
  try {
    return { result: await open(first), secret: first }
  } catch (error) {
    const [second] = others
    if (second === undefined) throw error
    return { result: await open(second), secret: second }
  }
}
