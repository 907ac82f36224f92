import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An SMTP server on the loopback interface that stores received emails. */
export interface MailServer {
  /** For SMTP_URL. */
  url: string
  mails(): Promise<Email[]>
  close(): Promise<void>
}

/** @param options for example, handlers that reject emails */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const arrived: Promise<Email>[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        arrived.push(PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => Promise.all(arrived),
    close: () => new Promise(done => server.close(() => done())),
  }
}
