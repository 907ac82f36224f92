/// <reference lib="webworker" />
import { answerTasks } from '../../../lib/browser/workerTasks.ts'
import { secretWork } from './secretWork.ts'

answerTasks(self, secretWork)
