import { createPersist } from '@nestmark/client/uploads/persist'
import { createSendFile } from '@nestmark/client/uploads/sendFile'
import { client } from '../../api/client.ts'
import { tracker } from '../../connection.ts'
import { sendPart } from './sendPart.ts'

/** Repeats a call while the server is unreachable or refuses it temporarily. */
export const persist = createPersist(tracker)
/** Uploads a file in parts. */
export const sendFile = createSendFile({ client, persist, sendPart })
