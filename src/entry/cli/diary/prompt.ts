import { diaryPrompts } from '../../../diary/prompts.ts'
import { renderPrompt } from '../../../invoke.ts'
import { usageFault } from '../failure.ts'
import { nearest } from '../nearest.ts'
import { visibleLines } from '../visible.ts'
import type { DiaryVerb } from './verb.ts'

interface Options {
  project?: string
  session?: string
  turn?: string
}

export const prompt: DiaryVerb<[name: string], Options, { name: string; text: string }> = {
  usage: 'prompt <name>',
  summary: `print a prompt as an MCP client gets it: ${diaryPrompts.map(({ name }) => name).join(', ')}`,
  options: [
    ['--project <key>', 'the project it is about'],
    ['--session <ref>', 'the session'],
    ['--turn <ref>', 'the turn'],
  ],
  examples: ['prompt extract_evidence --yesterday', 'prompt synthesize_project --project ledger-d7579830878a'],
  async ask({ app, caller, target }, { project, session, turn }, name) {
    const found = diaryPrompts.find(each => each.name === name)
    if (!found) throw noSuchPrompt(name)
    const given = { ...target, project_key: project, session_ref: session, turn_ref: turn }
    const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const outcome = await renderPrompt(app, found, args, caller)
    if (!outcome.ok) throw outcome.fault
    return { name, text: outcome.text }
  },
  show({ text }, page) {
    page.line(page.columns === undefined ? text : visibleLines(text))
  },
}

function noSuchPrompt(given: string) {
  const names = diaryPrompts.map(({ name }) => name)
  const near = nearest(given, names)
  return usageFault('No such prompt.', `${near ? `Did you mean ${near}? ` : ''}There are ${names.join(', ')}.`, {
    prompt: given,
  })
}
