import type { Operation } from '../kernel/operation.ts'
import type { DiaryContext } from './context.ts'
import { readSessionLines } from './operations/read-session-lines.ts'
import { writeEvidence } from './operations/write-evidence.ts'
import { writeWorkItem } from './operations/write-work-item.ts'

/** The part's operations in wire order: the three of the contract, then those added to them. */
export const diaryOperations: readonly Operation<DiaryContext>[] = [readSessionLines, writeEvidence, writeWorkItem]
