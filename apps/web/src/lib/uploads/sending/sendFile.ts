import { createPersist } from '@nestmark/client/uploads/persist'
import { createSendFile } from '@nestmark/client/uploads/sendFile'
import { createSendPart } from '@nestmark/client/uploads/sendPart'
import { client } from '../../api/client.ts'
import { sendBytes } from '../../browser/sendBytes.ts'
import { token } from '../../browser/token.ts'
import { tracker } from '../../connection.ts'

/** Repeats a call while the server is unreachable or refuses it temporarily. */
export const persist = createPersist(tracker)
/** Sends one part of a file. */
export const sendPart = createSendPart({
  token,
  tracker,
  put: (address, part) => sendBytes('PUT', address, part),
})
/** Uploads a file in parts. */
export const sendFile = createSendFile({ client, persist, sendPart })
