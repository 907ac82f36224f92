import { browser } from '../lib/browser.ts'
import { queueStore } from '../lib/database.ts'
import { randomText } from '../lib/secrets.ts'
import { createApi } from './api.ts'
import { showQueueBadge } from './badge.ts'
import { currentConnection, markEnded } from './connect.ts'
import { Queue } from './queue.ts'
import { runTask, type TaskResult } from './runTask.ts'
import { toProblem } from './problem.ts'

/** The alarm that sends the queue again; browsers allow no shorter period than 30 s. */
export const queueAlarm = 'queue'
const alarmMinutes = 0.5

/** The queue of this extension, which sends with its connection. */
export const queue = new Queue({
  store: queueStore,
  now: () => Date.now(),
  newKey: () => randomText(16),
  findSender: async () => {
    const connection = await currentConnection()
    if (!connection) return undefined
    const api = createApi(connection)
    return {
      userId: connection.userId,
      run: async (task, key): Promise<TaskResult> => {
        try {
          return await runTask(api, task, key)
        } catch (error) {
          if (toProblem(error).kind === 'ended') await markEnded(connection.key)
          throw error
        }
      },
    }
  },
  onChange: async problem => {
    // The worker may end at any time; the alarm starts it again.
    if (problem) await browser.alarms.create(queueAlarm, { periodInMinutes: alarmMinutes })
    else await browser.alarms.clear(queueAlarm)
    await showQueueBadge()
  },
})
