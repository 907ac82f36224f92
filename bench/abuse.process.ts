import { constants, setPriority } from 'node:os'
import { assertDefined } from '@nestmark/core/assertDefined'
import { type AbuseTarget, startAbuse } from './abuse.ts'

/**
 * Runs an abuse in a separate process: it generates files of many megabytes, which would delay the requests that the
 * benchmark measures. Ends when the parent sends a message.
 */

// An abuser has a machine of their own. Here they must not take the processor from the server and from the measurement.
setPriority(constants.priority.PRIORITY_LOW)
const target = JSON.parse(assertDefined(process.argv[3], 'target')) as AbuseTarget
const abuse = startAbuse(assertDefined(process.argv[2], 'name'), target)
process.once('message', () => void abuse.end().then(() => process.disconnect()))
process.once('disconnect', () => process.exit())
process.send?.('started')
