import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { callsOn } from './calls-on.ts'

export interface Layered {
  home: string
  /** The prompt and statement files of the project's and of the person's layer. */
  files: string[]
}

const summaryLine = 'Done: the merge keeps {both} sides, `$&` and all. Next: the vectors, then the clock.\n'

/** A home whose project has prompts and statements on all three layers and a long summary. */
export async function layeredProject(home: string, stateBytes: number): Promise<Layered> {
  const code = join(home, 'code')
  mkdirSync(join(code, '.daybook'), { recursive: true })
  const files = [
    put(
      join(code, '.daybook/prompts.md'),
      '##### Implementation (Phase 7)\nOur way through {slice}, {task-file} in hand.\n',
    ),
    put(join(code, '.daybook/statements.md'), '## A\n<!-- key: no-tools-statement, editable: true -->\nNone.\n'),
    put(join(home, 'prompts.md'), '##### Review\nLook twice at {slice}.\n'),
    put(join(home, 'statements.md'), '## A\n<!-- key: instruction-intro-statement, editable: true -->\nDo this.\n'),
  ]
  const app = await openApp({ location: join(home, 'daybook.db') })
  const call = callsOn(app)
  await call('project_update', { id: 'default', slice: '104-slice.merge', taskFile: '104-tasks', projectPath: code })
  const summary = summaryLine.repeat(Math.ceil(stateBytes / summaryLine.length)).slice(0, stateBytes)
  await call('context_summarize', { projectId: 'default', summary, additionalNotes: 'Ask before schema changes.' })
  await app.close()
  return { home, files }
}

function put(file: string, text: string): string {
  writeFileSync(file, text)
  return file
}
