import { judgeCheckRuns } from './checks.ts'
import { judgeCitations } from './citations.ts'
import { judgeCosts } from './cost.ts'
import type { JudgeField } from './field.ts'
import { judgeItems } from './items.ts'
import { judgeMessages } from './messages.ts'

/** Everything that label files are compared with. */
export const fields: readonly JudgeField[] = [judgeMessages, judgeCheckRuns, judgeCosts, judgeCitations, judgeItems]
