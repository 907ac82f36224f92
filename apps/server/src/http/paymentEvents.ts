import type { FastifyInstance } from 'fastify'

/** The address at which the payment provider posts its events. */
export const paymentEventsPath = '/api/stripe-events'
/** Events have at most 256 kB. */
const maxBytes = 1_000_000

/**
 * Serves POST /api/stripe-events. The body reaches `receive` byte for byte, because the signature is of the bytes. A
 * failure is answered with an error, after which the provider repeats the event.
 * @param receive throws a refusal for an event that is not the provider's
 */
export function servePaymentEvents(
  server: FastifyInstance,
  receive: (event: { body: Buffer; signature: string | undefined }) => Promise<unknown>,
): void {
  void server.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(paymentEventsPath, async (request, reply) => {
      const header = request.headers['stripe-signature']
      await receive({
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        signature: typeof header === 'string' ? header : undefined,
      })
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
  })
}
