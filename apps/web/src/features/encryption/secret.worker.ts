/// <reference lib="webworker" />
import { answerTasks } from '../../lib/workerTasks.ts'
import { secretWork } from './secretWork.ts'

answerTasks(self, secretWork)
