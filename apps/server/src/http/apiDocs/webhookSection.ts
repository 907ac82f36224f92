import { renderBlock } from './apiPageFrame.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'

/** Renders how a receiver of webhook calls reads and verifies them. @param document the OpenAPI document */
export function renderWebhooks(document: Record<string, unknown>): string {
  const { events } = document.webhooks as {
    events: { post: { summary: string; parameters: object; requestBody: object } }
  }
  const { summary, parameters, requestBody } = events.post
  return `<section id="webhooks"><h2>Calls to webhooks</h2><p>${escapeHtml(summary)}</p>
<p>Check that a call comes from here: compute the HMAC-SHA256 of the time <code>t</code>, a dot and the body exactly as it came, with
the secret of the webhook, and compare it with <code>v1</code>. Refuse what is older than five minutes.</p>
<details><summary>In JavaScript</summary><pre tabindex="0">${escapeHtml(signatureExample)}</pre></details>
${renderBlock('Headers', parameters)}${renderBlock('Body', requestBody)}</section>`
}

/** Sample code with which a receiver verifies a call. */
const signatureExample = `const [t, v1] = request.headers['nestmark-signature'].split(',').map(part => part.split('=')[1])
const expected = createHmac('sha256', secret).update(\`\${t}.\${body}\`).digest('hex')
const genuine = v1.length === expected.length && timingSafeEqual(Buffer.from(v1), Buffer.from(expected))`
