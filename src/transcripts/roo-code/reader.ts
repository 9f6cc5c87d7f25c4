import { taskReader } from '../task-folder/task.ts'
import { rooCode } from './agent.ts'

export const reader = taskReader(rooCode, 'rooveterinaryinc.roo-cline')
