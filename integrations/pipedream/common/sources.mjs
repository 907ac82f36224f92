import { createHmac, timingSafeEqual } from 'node:crypto'
import { callApi } from './callApi.mjs'
import { connection } from './props.mjs'

/** The maximum difference of the clocks, in seconds. An older call may be a repeated one. */
const maxAge = 300

/** The number of ids that a polling source remembers: more than the items of one list. */
const remembered = 1000

/** Emits an item once: Pipedream drops further ones with its id. */
function emit(source, item) {
  const summary = item.title ?? item.text.slice(0, 100)
  source.$emit(item, { id: item.id, summary, ts: Date.parse(item.created) })
}

/**
 * Returns the parts of a source that a webhook calls. It creates the webhook when it is deployed, and deletes it with itself.
 * @param kind `event` and `list` of the webhook, `toItem` of a subject, further `props`
 */
export function createInstantSource({ event, list, toItem, props = {} }) {
  return {
    props: {
      ...connection,
      ...props,
      db: '$.service.db',
      http: { type: '$.interface.http', customResponse: true },
    },
    hooks: {
      async activate() {
        const form = {
          address: this.http.endpoint,
          desc: 'Pipedream',
          events: [event],
          folder_id: this.collection || null,
        }
        const { webhook, secret } = await callApi(this, 'create-webhook', form)
        this.db.set('webhook', { id: webhook._id, secret })
      },
      async deactivate() {
        const { id } = this.db.get('webhook') ?? {}
        if (!id) return
        this.db.set('webhook', null)
        await callApi(this, 'delete-webhook', { webhook_id: id }).catch(error => {
          // It is deleted already, with its key or by hand.
          if (error.code !== 'webhooks.notFound') throw error
        })
      },
    },
    async run({ headers, bodyRaw }) {
      const { secret } = this.db.get('webhook') ?? {}
      const isGenuine = secret && isSigned(bodyRaw, String(headers['nestmark-signature']), secret)
      this.http.respond({ status: isGenuine ? 200 : 401 })
      if (!isGenuine) return
      const subjects = JSON.parse(bodyRaw).events.flatMap(each => (each.type === event ? each[list] : []))
      for (const item of subjects.map(toItem)) if (item) emit(this, item)
    },
  }
}

/**
 * Returns the parts of a source that asks for new items at intervals. Those that exist when it is deployed are not emitted.
 * @param kind `newest`, which returns the newest subjects, `toItem` of a subject, further `props`
 */
export function createPollingSource({ newest, toItem, props = {} }) {
  const listItems = async source => (await newest(source)).map(toItem).filter(item => item !== null)
  return {
    props: {
      ...connection,
      ...props,
      db: '$.service.db',
      timer: { type: '$.interface.timer', default: { intervalSeconds: 15 * 60 } },
    },
    hooks: {
      async deploy() {
        this.db.set(
          'seen',
          (await listItems(this)).map(each => each.id),
        )
      },
    },
    async run() {
      const seen = this.db.get('seen') ?? []
      const known = new Set(seen)
      const items = (await listItems(this)).filter(each => !known.has(each.id))
      this.db.set('seen', [...items.map(each => each.id), ...seen].slice(0, remembered))
      for (const item of items.toReversed()) emit(this, item)
    },
  }
}

function isSigned(content, header, secret) {
  const [, time, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (!given || Math.abs(Date.now() / 1000 - Number(time)) > maxAge) return false
  const expected = createHmac('sha256', secret).update(`${time}.${content}`).digest()
  return timingSafeEqual(expected, Buffer.from(given, 'hex'))
}
