import { taskReader } from '../task-folder/task.ts'
import { kiloCode } from './agent.ts'

export const reader = taskReader(kiloCode, 'kilocode.kilo-code')
