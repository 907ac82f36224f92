import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A complete page that is sent to everybody who asks, with its compressed forms: each is made once, when it is asked for. */
export class CompressedPage {
  readonly #bytes: Buffer
  readonly #tag: string
  readonly #type: string
  readonly #forms = new Map<string, Promise<Buffer>>()

  /** @param type the value of Content-Type */
  constructor(text: string, type = 'text/html; charset=utf-8') {
    this.#bytes = Buffer.from(text)
    this.#tag = `W/"${hash('sha256', this.#bytes, 'base64url').slice(0, 22)}"`
    this.#type = type
  }

  /** Sends the page in a coding that the client accepts; 304 when the client has it. */
  async send({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers({ etag: this.#tag, vary: 'Accept-Encoding' })
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    if (reply.statusCode === 200 && headers['if-none-match']?.includes(this.#tag))
      return reply.code(304).send()
    const accepted = String(headers['accept-encoding'] ?? '')
    const coding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : ''
    if (coding !== '') reply.header('content-encoding', coding)
    return reply.type(this.#type).send(coding === '' ? this.#bytes : await this.#compress(coding))
  }

  #compress(coding: 'br' | 'gzip'): Promise<Buffer> {
    let form = this.#forms.get(coding)
    if (!form) {
      form =
        coding === 'br'
          ? promisify(brotliCompress)(this.#bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
          : promisify(gzip)(this.#bytes)
      this.#forms.set(coding, form)
    }
    return form
  }
}
