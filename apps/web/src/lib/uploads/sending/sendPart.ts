import { createSendPart } from '@nestmark/client/uploads/sendPart'
import { sendBytes } from '../../browser/sendBytes.ts'
import { token } from '../../browser/token.ts'
import { tracker } from '../../connection.ts'

/** Sends one part of a file. */
export const sendPart = createSendPart({
  token,
  tracker,
  put: (address, part) => sendBytes('PUT', address, part),
})
