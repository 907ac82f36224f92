/// <reference lib="webworker" />
import { answerTasks } from '../../../lib/workerTasks.ts'
import { createIndexWork } from './indexWork.ts'

answerTasks(self, createIndexWork())
