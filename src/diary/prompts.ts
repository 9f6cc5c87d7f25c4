import type { Prompt } from '../kernel/prompt.ts'
import type { DiaryContext } from './context.ts'
import { extractEvidence } from './generate/prompts/extract-evidence.ts'
import { narrateDay } from './generate/prompts/narrate-day.ts'
import { synthesizeProject } from './generate/prompts/synthesize-project.ts'

/** The part's prompts in the order a day is worked through. */
export const diaryPrompts: readonly Prompt<DiaryContext>[] = [extractEvidence, synthesizeProject, narrateDay]
