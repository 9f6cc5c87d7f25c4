import { familyOf } from '../../transcripts/agents.ts'
import type { OutputNeed } from '../../transcripts/reader.ts'
import { isObject } from '../../transcripts/record.ts'
import { pathOf } from '../../transcripts/tool-input.ts'
import { scriptOf } from './shell/commands.ts'
import { mayBeReported } from './shell/kind.ts'
import { isDeedTool } from './tool-deeds.ts'

/** Whether facts may be taken from what a call answers. */
export function outputNeed(name: string, input: unknown): OutputNeed {
  if (asksForBackground(input) || isBackgroundFile(pathOf(input))) return 'needed'
  if (isDeedTool(name) || asksPerson.has(name)) return 'needed'
  if (familyOf(name) !== 'shell') return 'no command'
  const script = scriptOf(input)
  return script !== null && mayBeReported(script) ? 'needed' : 'unneeded'
}

/** Older logs have what a person chose or approved only in the words that the agent got. */
const asksPerson: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode'])

function asksForBackground(input: unknown): boolean {
  return isObject(input) && ['task_id', 'bash_id', 'shell_id', 'session_id'].some(key => input[key] !== undefined)
}

/** What runs in the background prints into files of this name. */
function isBackgroundFile(path: string | null): boolean {
  return path?.endsWith('.output') === true
}
